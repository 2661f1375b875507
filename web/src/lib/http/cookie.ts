/** The value of a cookie that scripts may read, or null. */
export function cookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const split = part.indexOf('=');
    if (split > 0 && part.slice(0, split) === name) {
      return decodeURIComponent(part.slice(split + 1));
    }
  }
  return null;
}
