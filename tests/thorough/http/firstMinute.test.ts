import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../server/demo/ports.ts';

// `npm run demo` in a copy of the sources, which it builds.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'first-minute-'));
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'build.mjs'];
for (const name of [...files, 'server', 'client', 'shared', 'scripts'])
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface RunningDemo {
  readonly runner: ChildProcess;
  readonly group: number;
  readonly port: number;
  output: string;
}

/** Starts the demo as the leader of a process group, as a shell does. */
async function startDemo(): Promise<RunningDemo> {
  const { DIRECTUS_URL: _directus, FRONTEND_URL: _frontend, NODE_ENV: _mode, ...inherited } = process.env;
  // Below those that the system gives to others.
  const port = await findFreePort(20_000 + (process.pid % 10_000));
  // What a killed build has left.
  for (const name of unfinishedBuilds()) rmSync(path.join(copy, name), { recursive: true });
  const runner = spawn(process.execPath, ['scripts/run.mjs', 'demo'], {
    cwd: copy,
    env: { ...inherited, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const demo: RunningDemo = { runner, port, group: runner.pid ?? 0, output: '' };
  for (const stream of [runner.stdout, runner.stderr]) {
    stream.on('data', (part) => {
      demo.output += part;
    });
  }
  onTestFinished(() => {
    if (processesOf(demo.group).length > 0) process.kill(-demo.group, 'SIGKILL');
  });
  return demo;
}

/** Numbers of the processes that belong to a group and have not ended (proc(5)). */
function processesOf(group: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!(pid > 0)) return false;
      try {
        const [state, , ofGroup] =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return state !== 'Z' && Number(ofGroup) === group;
      } catch {
        // Ended since it was listed.
        return false;
      }
    });
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const unfinishedBuilds = () => readdirSync(copy).filter((name) => name.startsWith('dist.next'));
const isSaid = (text: string) => (demo: RunningDemo) => demo.output.includes(text);

const moments = {
  'at the start of the build': isSaid('Building'),
  'in the middle of the build': () => unfinishedBuilds().length > 0,
  'when the services start': isSaid('Starting'),
  'when the site starts': ({ port }: RunningDemo) => isListening(port),
  'when the site is ready': isSaid('The site is ready'),
};

const senders = {
  // A terminal sends Ctrl-C to everyone.
  'to all of its processes': ({ group }: RunningDemo) => process.kill(-group, 'SIGINT'),
  'to the runner alone': ({ runner }: RunningDemo) => runner.kill('SIGINT'),
};

/** Quiet, it ends within half a second. */
const atOnceMs = 5_000;

describe.skipIf(process.platform !== 'linux')(
  'an interrupted demo ends at once, and leaves nothing running',
  () => {
    for (const [moment, isReached] of Object.entries(moments)) {
      it.each(Object.entries(senders))(`${moment}, told %s`, { timeout: 150_000 }, async (_name, send) => {
        const demo = await startDemo();
        const isUnderWay = async () => processesOf(demo.group).length > 1 && (await isReached(demo));
        await vi.waitUntil(isUnderWay, { timeout: 120_000, interval: 20 });
        const ended = once(demo.runner, 'exit');
        const startedAt = performance.now();
        send(demo);
        await ended;
        const isOver = async () => processesOf(demo.group).length === 0 && !(await isListening(demo.port));
        await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 });
        const ms = performance.now() - startedAt;
        expect(ms).toBeLessThan(atOnceMs);
      });
    }
  },
);
