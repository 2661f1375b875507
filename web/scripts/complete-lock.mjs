// Adds to package-lock.json the optional packages of other platforms that npm left out.
//
// npm writes into the lock only what the registry served at that moment; where a mirror lacks
// another platform's binary, `npm ci` then refuses the lock as incomplete. Such a package is named
// by its exact version in its parent, so the entry can be written without asking for it.
import { readFile, writeFile } from 'node:fs/promises';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(await readFile(file, 'utf8'));

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'];
const processors = {
  aarch64: 'arm64',
  arm: 'arm',
  arm64: 'arm64',
  armv7: 'arm',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
};

/** The platform in a package's name; null for other packages. */
function platform(name) {
  const parts = name.split('/').at(-1).split('-');
  const os = parts.find((part) => systems.includes(part));
  const cpu = parts.find((part) => part in processors);
  if (!os || !cpu) return null;
  const abi = parts.at(-1);
  const libc = abi.startsWith('musl') ? ['musl'] : abi.startsWith('gnu') ? ['glibc'] : undefined;
  return { cpu: [processors[cpu]], ...(os === 'linux' && libc && { libc }), os: [os] };
}

let added = 0;
for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    const own = `node_modules/${name}`;
    if (lock.packages[nested] || lock.packages[own]) continue;
    const where = platform(name);
    if (!where || !/^\d+\.\d+\.\d+$/.test(version)) continue;
    lock.packages[own] = { version, ...(parent.dev && { dev: true }), optional: true, ...where };
    added += 1;
  }
}

const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
lock.packages = Object.fromEntries(sorted);
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} packages of other platforms to package-lock.json`);
