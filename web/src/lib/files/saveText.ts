/** Milliseconds after which the browser has surely begun to read the saved file. */
const REVOKE_AFTER_MS = 60_000;

/** Saves text as a file of that media type by a download. */
export function saveText(name: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
