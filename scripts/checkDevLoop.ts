/**
 * Edits files of the server, the styles and an island in a copy of the tree under `npm run dev` and measures
 * how long it takes until an open page would reload and the new text is served; then breaks one in two ways
 * and mends it. Ends with 1 when something does not come, or the middle edit of one of them takes longer than
 * a second (`--no-limit`: however long).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../server/demo/demoSite.ts';

const limitMs = process.argv.includes('--no-limit') ? Number.POSITIVE_INFINITY : 1_000;
const longestWaitMs = 30_000;
const timesEach = 7;

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'dev-loop-'));
for (const name of ['server', 'client', 'shared', 'scripts', 'build.mjs', 'package.json', 'tsconfig.json']) {
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
}
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const port = await findFreePort(0);
const url = `http://127.0.0.1:${port}`;
const { DIRECTUS_URL: _directus, FRONTEND_URL: _frontend, ...inherited } = process.env;
const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
  cwd: copy,
  env: { ...inherited, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
for (const stream of [dev.stdout, dev.stderr]) {
  stream.on('data', (part) => {
    output += part;
  });
}

const edited = path.join(copy, 'server/routes/crawlerFiles.ts');
const original = readFileSync(edited, 'utf8');
const rule = "'Disallow: /api/',";
const withText = (text: string) => original.replace(rule, `${rule} 'Disallow: /${text}/',`);

/** An edit that brings a text into a file, and where it is then served. */
interface Edit {
  readonly file: string;
  readonly withText: (source: string, text: string) => string;
  readonly served: () => Promise<string>;
}

const edits: Readonly<Record<string, Edit>> = {
  'a file of the server': {
    file: 'server/routes/crawlerFiles.ts',
    withText: (source, text) => source.replace(rule, `${rule} 'Disallow: /${text}/',`),
    served: robots,
  },
  'a style': {
    file: 'client/styles/base.css',
    withText: (source, text) => `${source}\n.${text} { color: red; }\n`,
    served: () => read('/'),
  },
  'an island': {
    file: 'client/islands/contactForm.ts',
    withText: (source, text) => `${source}\nconsole.debug('${text}');\n`,
    served: scriptsOfPage,
  },
};

try {
  await until('the site', () => output.includes('The site is ready'));
  let slowest = 0;
  for (const [name, edit] of Object.entries(edits)) slowest = Math.max(slowest, await measure(name, edit));

  output = '';
  writeFileSync(edited, `${withText('never')}\nconst = ;\n`);
  await until('the error', () => output.includes('crawlerFiles.ts') && output.includes('The build failed'));
  if ((await robots()).includes('never')) throw new Error('A broken build is served.');
  writeFileSync(edited, withText('mended'));
  await until('the mended file', async () => (await robots()).includes('mended'));
  console.log('A syntax error is shown with its place, and mended by the next save.');

  writeFileSync(edited, `${withText('never')}\nthrow new Error('thrown at start');\n`);
  await until('the end of the site', () => output.includes('The site has ended'));
  writeFileSync(edited, withText('back'));
  await until('the site again', async () => (await robots()).includes('back'));
  console.log('A site that does not start is told, and started after the next save.');
  process.exitCode = slowest <= limitMs ? 0 : 1;
} finally {
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  rmSync(copy, { recursive: true, force: true });
}

/** The time of the middle edit, in milliseconds. */
async function measure(name: string, { file, withText, served }: Edit): Promise<number> {
  const place = path.join(copy, file);
  const source = readFileSync(place, 'utf8');
  const times: number[] = [];
  for (let count = 0; count < timesEach; count += 1) {
    const text = `edited-${count}`;
    const reload = listenForReload();
    const startedAt = performance.now();
    writeFileSync(place, withText(source, text));
    await Promise.all([reload, until(text, async () => (await served()).includes(text))]);
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  const middle = sorted[Math.floor(timesEach / 2)] ?? Number.NaN;
  console.log(
    `Edit of ${name} to reloaded page and new text: ${sorted.join(', ')} ms; in the middle ${middle} ms.`,
  );
  return middle;
}

async function read(address: string): Promise<string> {
  const answer = await fetch(url + address).catch(() => null);
  return answer?.ok ? answer.text() : '';
}

function robots(): Promise<string> {
  return read('/robots.txt');
}

/** The entry script of a page and everything that it leads to. */
async function scriptsOfPage(): Promise<string> {
  const [, entry = ''] = /<script[^>]+src="(\/static\/main-[^"]+)"/.exec(await read('/contact')) ?? [];
  const found = new Map<string, string>();
  const follow = async (address: string) => {
    if (address === '' || found.has(address)) return;
    found.set(address, '');
    const text = await read(address);
    found.set(address, text);
    await Promise.all([...text.matchAll(/"\.\/([\w-]+\.js)"/g)].map(([, name]) => follow(`/static/${name}`)));
  };
  await follow(entry);
  return [...found.values()].join('\n');
}

/** What an open page does: it listens, is cut off, and listens again until somebody answers. */
async function listenForReload(): Promise<void> {
  const first = await fetch(`${url}/dev/reload`);
  await first.text().catch(() => undefined);
  await until('the reload', async () => {
    const again = await fetch(`${url}/dev/reload`).catch(() => null);
    await again?.body?.cancel();
    return again?.ok ?? false;
  });
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const givenUpAt = performance.now() + longestWaitMs; performance.now() < givenUpAt; ) {
    if (await isTrue()) return;
    if (dev.exitCode !== null) throw new Error(`The loop has ended.\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Waited in vain for ${what}.\n${output}`);
}
