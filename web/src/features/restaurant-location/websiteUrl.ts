/** URL of a location's website, or null if a browser should not open it. */
export function websiteUrl(website: string | null): string | null {
  if (!website) return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
