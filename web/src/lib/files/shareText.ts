/** Whether the device has a share sheet that takes files. */
export function canShareFiles(): boolean {
  if (typeof navigator.share !== 'function' || typeof navigator.canShare !== 'function') {
    return false;
  }
  return navigator.canShare({ files: [new File([''], 'file.csv', { type: 'text/csv' })] });
}

/** Opens the share sheet with a text as a file. A person who closes it has not failed. */
export async function shareText(name: string, text: string, type = 'text/csv'): Promise<void> {
  try {
    await navigator.share({ files: [new File([text], name, { type })], title: name });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
