// Puts a .br and a .gz beside each text file of dist/, for the gateway to serve as they are. Refuses a file with a key of
// the card provider or a secret of its webhooks: these are the payments service's alone.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const text = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.map', '.txt']);
const secret = /\b[sr]k_(live|test)_\w|\bwhsec_\w/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && text.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));

let plain = 0;
let packed = 0;
await Promise.all(
  files.map(async (file) => {
    const content = await readFile(file);
    if (secret.test(content.toString('utf8'))) {
      throw new Error(`${file} holds a secret of the card provider: take it out of web/src`);
    }
    const [br, gz] = await Promise.all([
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      zip(content, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    plain += content.length;
    packed += br.length;
  }),
);
console.log(`compressed ${files.length} files: ${plain >> 10} KiB -> ${packed >> 10} KiB (brotli)`);
