/**
 * Runs `npm run <task>`, and `directus:install` and `check:release`, which only `.ci/run` calls. Works on any Node from
 * 20.19 on, installs missing packages of the lockfile, and starts the task with a Node that the site supports: the
 * machine's own, or the packaged one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteCommand, siteEnvironment } from './siteStart.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** A program of the packages that only tests and checks need. */
const bin = (name) => `tests/node_modules/${name}`;

/** The oldest supported Node: 24 LTS with the security fixes of July 2026. */
const oldestNode = [24, 18, 1];

const vitest = (mode, ...projects) => [
  bin('vitest/vitest.mjs'),
  mode,
  '--config',
  'tests/vitest.config.ts',
  ...projects.flatMap((name) => ['--project', name]),
];

/** Loads the settings of this machine; environment variables take precedence. */
const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];

/** Each task is a list of commands, run one after the other with the supported Node. */
const tasks = {
  demo: [['build.mjs'], ['dist/server/demo.js']],
  dev: [[...settings, 'scripts/dev.mjs']],
  build: [['build.mjs']],
  start: [[...settings, ...siteCommand]],
  test: [vitest('run', 'site', 'reactWarnings', 'browser')],
  'test:watch': [vitest('watch', 'site', 'reactWarnings', 'browser')],
  'test:thorough': [vitest('run', 'thorough', 'thoroughBrowser', 'engines')],
  'test:directus': [[bin('vitest/vitest.mjs'), 'run', '--config', 'tests/directus/vitest.config.ts']],
  typecheck: [[bin('typescript/bin/tsc'), '-p', '.']],
  lint: [
    [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      'server',
      'client',
      'shared',
      'scripts',
      'provisioning',
      'bench',
      'deploy',
      'tests',
      '--config',
      '.dependency-cruiser.mjs',
    ],
  ],
  format: [[bin('@biomejs/biome/bin/biome'), 'check', '--write', '.']],
  bench: [['build.mjs'], ['bench/bench.ts']],
  'test:faults': [['build.mjs'], ['tests/faults/run.ts']],
  'check:observatory': [['build.mjs'], ['bench/observatory.ts']],
  lighthouse: [['build.mjs'], ['bench/lighthouse.ts']],
  'directus:install': [['scripts/directus/realDirectus.ts', '--install']],
  'directus:start': [['scripts/directus/realDirectus.ts']],
  'directus:provision': [[...settings, 'scripts/provisionDirectus.ts']],
  'check:release': [['build.mjs'], ['scripts/checkRelease.ts']],
  'check:container': [['scripts/checkContainer.ts']],
  'check:deploy': [['deploy/checkManifests.ts']],
  'check:sizes': [['build.mjs', '--check-sizes']],
  licenses: [['deploy/licenses.ts']],
  shots: [['build.mjs'], ['tests/shots.ts']],
};

const [task, ...rest] = process.argv.slice(2);
const commands = Object.hasOwn(tasks, task ?? '') ? tasks[task] : null;
if (!commands) {
  console.error(`Unknown task "${task ?? ''}". Tasks: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}

/** The running command, to forward signals to. */
let running = null;
let isInterrupted = false;
/** How long an interrupted install or build may take to clean up. */
const longestTidyingMs = 500;
function end(signal) {
  isInterrupted = true;
  if (!running) return;
  const { child, isSafeToKill } = running;
  // Ctrl-C in a terminal reaches the tests directly, and a second signal would end them without cleanup.
  if (signal !== 'SIGINT' || !process.stdin.isTTY || !task.startsWith('test')) child.kill(signal);
  if (isSafeToKill) setTimeout(() => child.kill('SIGKILL'), longestTidyingMs);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);

if (task === 'start' && !existsSync(join(root, siteCommand.at(-1)))) {
  console.error('There is no build yet: run npm run build first.');
  process.exit(1);
}
// `start` installs nothing: in production it must not contact a package registry.
if (task !== 'start') await installPackages(root);
// These folders have packages of their own.
const needs = (files) => commands.some(([file]) => files.test(file));
if (needs(/^(tests\/(?!faults)|bench\/lighthouse|deploy\/checkManifests)/))
  await installPackages(join(root, 'tests'));
if (needs(/^(bench|tests\/faults)\//)) await installPackages(join(root, 'bench'));
if (needs(/^deploy\//)) await installPackages(join(root, 'deploy'));
const node = supportedNode();
for (const [position, command] of commands.entries()) {
  const last = position === commands.length - 1;
  const isBuild = command[0] === 'build.mjs';
  if (isBuild && !last) console.log('Building (about ten seconds) ...');
  if (task === 'demo' && last) console.log('Starting ...');
  await run(node, last ? [...command, ...rest] : command, { isSafeToKill: isBuild });
}

/**
 * Runs a command to its end; exits this process too if the command fails or is interrupted.
 * @param isSafeToKill whether the command may be killed soon after a signal: it leaves no process behind, and nothing
 * that would disturb its next run
 */
async function run(command, args, { isSafeToKill, ...options }) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...siteEnvironment, ...process.env },
    ...options,
  });
  running = { child, isSafeToKill };
  const [code, signal] = await once(child, 'exit');
  running = null;
  if (code !== 0) process.exit(code ?? (signal ? 130 : 1));
  if (isInterrupted) process.exit(0);
}

/** Installs the packages of a folder's lockfile, unless that has been done since the lockfile changed. */
async function installPackages(folder) {
  const modules = join(folder, 'node_modules');
  const installed = join(modules, '.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // A symbolic link leads to the packages of another checkout, which npm would empty while they are in use.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const names = Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
    .filter(([name, wanted]) => name !== '' && isForThisMachine(wanted))
    .map(([name]) => name);
  const what = folder === root ? 'of the site' : `of ${basename(folder)}/`;
  console.log(`Installing the packages ${what} (${names.length}; a minute on a fast connection) ...`);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const count = names.filter((name) => existsSync(join(folder, name, 'package.json'))).length;
    console.log(`  ${count} of ${names.length}, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }, 3_000);
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm'];
  // On Windows npm is a batch file, which only a shell can start.
  const shell = !npm && process.platform === 'win32';
  // Where NODE_ENV is `production`, npm would leave out the packages that every task needs.
  const quiet = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress'];
  // On a signal npm would spend some 20 s on removing each package again; its next run does so anyway.
  await run(command, [...args, ...quiet], { cwd: folder, shell, isSafeToKill: true });
  clearInterval(timer);
}

/** Whether a package of a lockfile is installed here: some are for other systems or processors. */
function isForThisMachine({ os = [process.platform], cpu = [process.arch], libc = ['glibc'] }) {
  // Where this is wrong, for example on Alpine, the count is.
  return os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc');
}

/** The path of a Node that the site supports. Exits this process if there is none. */
function supportedNode() {
  const version = process.versions.node.split('.').map(Number);
  const difference = oldestNode.map((part, i) => version[i] - part).find((d) => d !== 0) ?? 0;
  if (difference >= 0) return process.execPath;
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(packaged)) return packaged;
  console.error(
    `Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}, and no packaged Node exists for ${process.platform} ${process.arch}.`,
  );
  process.exit(1);
}
