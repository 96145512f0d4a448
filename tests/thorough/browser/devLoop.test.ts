import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';
import { endingWithThisProcess } from '../../../scripts/childProcesses.ts';
import { findFreePort } from '../../../server/demo/ports.ts';

// `npm run dev` in a copy of the sources, with a page open in a browser.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'dev-loop-'));
for (const name of ['server', 'client', 'shared', 'scripts', 'build.mjs', 'package.json', 'tsconfig.json'])
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const edited = path.join(copy, 'server/routes/crawlerFiles.ts');
const source = readFileSync(edited, 'utf8');
const rule = "'Disallow: /api/',";
const withRule = (name: string) => source.replace(rule, `${rule} 'Disallow: /${name}/',`);

let url = '';
let output = '';
let end: () => Promise<void>;

beforeAll(async () => {
  const port = await findFreePort(0);
  url = `http://127.0.0.1:${port}`;
  const { DIRECTUS_URL: _directus, FRONTEND_URL: _frontend, NODE_ENV: _mode, ...inherited } = process.env;
  const dev = endingWithThisProcess(
    spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: copy,
      env: { ...inherited, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  end = async () => {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  };
  await vi.waitUntil(() => output.includes('The site is ready'), { timeout: 120_000 });
}, 130_000);

afterAll(async () => {
  await end();
  rmSync(copy, { recursive: true, force: true });
});

/** What many editors and `git checkout` do: a new file takes the place of the old one. */
function saveByRename(text: string): void {
  writeFileSync(`${edited}.new`, text);
  renameSync(`${edited}.new`, edited);
}

const robots = async () =>
  fetch(`${url}/robots.txt`).then(
    (response) => response.text(),
    () => '',
  );
const served = (text: string) => expect.poll(robots, { timeout: 60_000 }).toContain(text);

it('notices every save by rename, and shows a failed build over the page until one succeeds', {
  timeout: 300_000,
}, async () => {
  for (const name of ['first', 'second', 'third']) {
    saveByRename(withRule(name));
    await served(`/${name}/`);
  }

  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(url);
  saveByRename(`${withRule('never')}\nconst = ;\n`);
  const overlay = page.getByRole('alert').filter({ hasText: 'crawlerFiles.ts' });
  await overlay.waitFor({ timeout: 60_000 });
  const line = source.split('\n').length + 1;
  const shown = await overlay.textContent();
  expect(shown).toContain(`server/routes/crawlerFiles.ts:${line}:`);
  expect(shown).toContain('const = ;');
  expect(await robots()).not.toContain('never');
  // A page that is opened meanwhile shows it too.
  await page.reload();
  await overlay.waitFor();

  saveByRename(withRule('mended'));
  await overlay.waitFor({ state: 'detached', timeout: 60_000 });
  await served('/mended/');
  await browser.close();
});

it('starts the site again after a change when it ended at its start', { timeout: 200_000 }, async () => {
  output = '';
  saveByRename(`${withRule('never')}\nthrow new Error('thrown at start');\n`);
  await expect.poll(() => output, { timeout: 60_000 }).toContain('The site has ended');
  saveByRename(withRule('back'));
  await served('/back/');
});
