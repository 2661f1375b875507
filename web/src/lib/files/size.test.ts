import { expect, it } from 'vitest';
import { formatBytes } from './size';

it.each([
  [0, '0 bytes'],
  [312, '312 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [524_288, '512 KB'],
  [4_404_019, '4.2 MB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 3, '1 GB'],
  [3 * 1024 ** 4, '3,072 GB'],
])('writes %d bytes as %s', (bytes, written) => {
  expect(formatBytes(bytes)).toBe(written);
});
