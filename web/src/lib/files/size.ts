const KB = 1024;
const units = ['bytes', 'KB', 'MB', 'GB'] as const;

const text = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A size in bytes as people read it: `312 bytes`, `4.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // What rounds to 1,024 is one of the next unit.
  while (Math.round(value * 10) / 10 >= KB && unit < units.length - 1) {
    value /= KB;
    unit += 1;
  }
  return `${text.format(value)} ${units[unit]}`;
}
