// The size budget: what loads before the sign-in screen, and where the chart library loads. Run it after `npm run build`;
// sizes are those of the .br files, which the gateway serves.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const KB = 1000;
/** Bytes after Brotli. */
const budget = { js: 170 * KB, css: 35 * KB, charts: 190 * KB };
const entry = 'index.html';
/** A chunk of its own only where routes.tsx loads it lazily. */
const signIn = 'src/features/auth/LoginPage.tsx';
/** The chunks that are the chart library: components/charts/Chart.tsx runs them one after the other. */
const chartLibrary = ['echarts-core', 'echarts-charts'];
/** The modules whose chunks may import the chart library. */
const chartEntry = /^ChartCanvas-/;

const dist = new URL('../dist/', import.meta.url).pathname;

async function read(file) {
  try {
    return await readFile(join(dist, file), 'utf8');
  } catch {
    throw new Error(`dist/${file} is not there: run \`npm run build\` first`);
  }
}

const manifest = JSON.parse(await read('.vite/manifest.json'));

/** A chunk of the manifest with everything it imports statically. */
function withImports(key, found = new Map()) {
  const chunk = manifest[key];
  if (!chunk)
    throw new Error(`the build has no ${key}: name what it has in scripts/check-size.mjs`);
  if (found.has(key)) return found;
  found.set(key, chunk);
  for (const next of chunk.imports ?? []) withImports(next, found);
  return found;
}

const first = withImports(entry);
if (signIn in manifest) withImports(signIn, first);
const files = { js: new Set(), css: new Set() };
for (const chunk of first.values()) {
  files.js.add(chunk.file);
  for (const css of chunk.css ?? []) files.css.add(css);
}

const size = async (file) => (await stat(join(dist, `${file}.br`))).size;
const shown = (bytes) => `${(bytes / KB).toFixed(1).padStart(6)} KB`;
const problems = [];

async function measure(title, list, most, advice) {
  const sized = await Promise.all(
    [...list].map(async (file) => ({ file, bytes: await size(file) })),
  );
  const sum = sized.reduce((all, { bytes }) => all + bytes, 0);
  console.log(`${title}: ${shown(sum).trim()} of ${shown(most).trim()}`);
  for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${shown(bytes)}  ${file}`);
  }
  if (sum > most) problems.push(`${title}: ${shown(sum - most).trim()} too much. ${advice}`);
}

const advice =
  'Load what sign-in does not need with import(), or find who imports the largest chunk above.';
await measure('JavaScript before the sign-in screen', files.js, budget.js, advice);
await measure('CSS before the sign-in screen', files.css, budget.css, advice);

const chunks = Object.values(manifest).filter(({ file }) => file?.endsWith('.js'));
const charts = chunks.filter(({ name }) => chartLibrary.includes(name));
if (charts.length !== chartLibrary.length) {
  problems.push(
    `the chart library is in ${charts.length} chunks, not in ${chartLibrary.length}: see codeSplitting in vite.config.ts`,
  );
}
const chartFiles = charts.map(({ file }) => file);
await measure(
  'Chart library',
  chartFiles,
  budget.charts,
  'Take modules of ECharts out of components/charts that no chart uses.',
);
for (const chunk of chunks.filter((chunk) => !charts.includes(chunk))) {
  const asks = (chunk.imports ?? []).some((key) => chartFiles.includes(manifest[key]?.file));
  const name = chunk.file.split('/').at(-1);
  if (asks && !chartEntry.test(name)) {
    problems.push(`${name} imports the chart library at once: reach it by components/charts only`);
  }
}

if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}`);
  process.exit(1);
}
