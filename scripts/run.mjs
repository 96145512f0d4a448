/**
 * What `npm run <task>` starts. It runs on any Node from 20.19, installs the packages that the lockfile
 * names where they are missing, and starts the task on a Node that the site supports: the machine's own,
 * or the one that came with the packages.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteCommand, siteEnvironment } from './siteStart.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', name);

/** Oldest Node that our code runs on: 24 LTS with the security fixes of July 2026. */
const oldestNode = [24, 18, 1];

const vitest = (mode, ...projects) => [
  ...[bin('vitest/vitest.mjs'), mode, '--config', 'tests/vitest.config.ts'],
  ...projects.flatMap((name) => ['--project', name]),
];

/** Each task is a list of commands, run one after the other with the supported Node. */
const tasks = {
  demo: [['build.mjs'], ['dist/server/demo.js']],
  dev: [['scripts/dev.mjs']],
  build: [['build.mjs']],
  start: [siteCommand],
  test: [vitest('run', 'site', 'browser')],
  'test:watch': [vitest('watch', 'site', 'browser')],
  'test:thorough': [vitest('run', 'thorough')],
  'test:directus': [[bin('vitest/vitest.mjs'), 'run', '--config', 'tests/directus/vitest.config.ts']],
  typecheck: [[bin('typescript/bin/tsc'), '-p', '.']],
  lint: [
    [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      'server',
      'client',
      'shared',
      '--config',
      '.dependency-cruiser.mjs',
    ],
  ],
  format: [[bin('@biomejs/biome/bin/biome'), 'check', '--write', '.']],
  bench: [['build.mjs'], ['bench/bench.ts']],
  'check:load': [['build.mjs'], ['bench/loadCheck.ts']],
  'check:hook': [['build.mjs'], ['bench/hookStorm.ts']],
  lighthouse: [['build.mjs'], ['bench/lighthouse.ts']],
  'directus:start': [['scripts/directus/realDirectus.ts']],
  'directus:provision': [['scripts/provisionDirectus.ts']],
  'check:container': [['scripts/checkContainer.ts']],
  licenses: [['scripts/licenses.ts']],
  shots: [['build.mjs'], ['scripts/shots.ts']],
};

const [task, ...rest] = process.argv.slice(2);
const commands = Object.hasOwn(tasks, task ?? '') ? tasks[task] : null;
if (!commands) {
  console.error(`Unknown task "${task ?? ''}". Tasks: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}

// A built site starts as it is: it must not reach for a package registry in production.
if (task !== 'start') installPackages(root);
// What only measures has packages of its own.
if (commands.some(([file]) => file.startsWith('bench/'))) installPackages(join(root, 'bench'));
const node = supportedNode();
for (const [position, command] of commands.entries()) {
  const last = position === commands.length - 1;
  const code = await run(node, last ? [...command, ...rest] : command);
  if (code !== 0) process.exit(code);
}

function installPackages(folder) {
  const modules = join(folder, 'node_modules');
  const installed = join(modules, '.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // A folder that is linked to here is another checkout's: npm would empty it under its users.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  console.log('Installing packages (once) ...');
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(command, [...args, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    console.error('npm ci failed.');
    process.exit(status ?? 1);
  }
}

function supportedNode() {
  const version = process.versions.node.split('.').map(Number);
  const difference = oldestNode.map((part, i) => version[i] - part).find((d) => d !== 0) ?? 0;
  if (difference >= 0) return process.execPath;
  const packaged = bin(`node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(packaged)) return packaged;
  console.error(
    `Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}, and no packaged Node exists for ${process.platform} ${process.arch}.`,
  );
  process.exit(1);
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...siteEnvironment, ...process.env },
    });
    // A terminal's Ctrl-C reaches the task by itself; told twice, it would take it for impatience.
    process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}
