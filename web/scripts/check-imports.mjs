// The import rule: each room of src/ imports from the rooms below it only, and no feature from another.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

const src = new URL('../src', import.meta.url).pathname;
/** From the lowest room up. */
const rooms = ['lib', 'theme', 'api', 'live', 'state', 'components', 'features', 'app'];
/** Tests of any room mount the whole app. */
const exempt = (file) => file.startsWith(`testing${sep}`) || /\.test\.tsx?$/.test(file);
/** The service worker is a program of its own beside the pages: it shares pure helpers with them. */
const worker = { room: 'worker', may: ['lib', 'worker'] };
const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

const roomOf = (path) => {
  const [room, part] = path.split(sep);
  return { level: rooms.indexOf(room), room, feature: room === 'features' ? part : undefined };
};

const problems = [];
const entries = await readdir(src, { recursive: true, withFileTypes: true });
for (const entry of entries) {
  if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
  const file = relative(src, join(entry.parentPath, entry.name));
  const from = roomOf(file);
  const isWorker = from.room === worker.room;
  if (exempt(file) || (from.level < 0 && !isWorker)) continue;
  const code = await readFile(join(src, file), 'utf8');
  for (const [, target] of code.matchAll(specifier)) {
    let path;
    if (target.startsWith('@/')) path = target.slice(2);
    else if (target.startsWith('.')) path = relative(src, resolve(src, dirname(file), target));
    else continue;
    const to = roomOf(path);
    if (isWorker) {
      if (!worker.may.includes(to.room)) {
        problems.push(`${file}: ${from.room} must not import from ${to.room} (${target})`);
      }
    } else if (to.level < 0) {
      problems.push(`${file}: ${target} is not in a room that code may import from`);
    } else if (to.level > from.level) {
      problems.push(`${file}: ${from.room} must not import from ${to.room} (${target})`);
    } else if (from.feature && to.feature && from.feature !== to.feature) {
      problems.push(`${file}: feature ${from.feature} must not import feature ${to.feature}`);
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} imports break the rule: ${rooms.toReversed().join(' > ')}`);
  process.exit(1);
}
console.log('imports keep the rule');
