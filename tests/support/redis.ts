import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { killOnExit } from '../../scripts/childProcesses.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { listen } from './listen.ts';

/** What becomes of a command that fails: an error, no reply, or the end of its connection. */
export type CommandFault = 'is refused' | 'hangs' | 'is reset';

/** A real Redis on loopback, behind a proxy that can delay its replies. */
export interface TestRedis {
  /** For `REDIS_URL`. */
  readonly url: string;
  /** Milliseconds that each reply is held back from now on. */
  delayMs: number;
  /** Runs one command, bypassing the proxy. */
  run(...command: string[]): Promise<unknown>;
  /** Lets each call of one command fail from now on, while all others work. */
  failCommand(command: string, fault: CommandFault): Promise<void>;
  /** Publishes a message on a channel this many times at once. */
  flood(channel: string, message: string, times: number): Promise<unknown>;
  /** Subscribes to a channel; the inner promise has its first message. */
  overhear(channel: string): Promise<{ readonly message: Promise<string> }>;
  /** Every key and value, as one text. */
  dump(): Promise<string>;
  /** It still accepts connections, but does not respond. */
  hang(): void;
  resume(): void;
  /** Kills it; its data is lost. */
  kill(): Promise<void>;
  /** Starts again at the same address, empty or as it was at the last `SAVE`. */
  restart(): Promise<void>;
  /** An empty one takes over at the same address; connections that are open lead to this one, which is read-only. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

/** Whether this machine has a Redis server. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

const floodScript = `for at = 1, ARGV[2] do redis.call('PUBLISH', KEYS[1], ARGV[1]) end`;

/** Starts one on free ports. */
export async function startRedis(): Promise<TestRedis> {
  let port = await findFreePort(0);
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const begin = async () => {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = killOnExit(spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] }));
    for await (const line of child.stdout) if (String(line).includes('Ready to accept')) break;
    // Leaving the loop has closed the stream; Redis runs on without a reader.
    return child;
  };
  let server = await begin();

  const faults = new Map<string, CommandFault>();
  /** The fault of the first command among these bytes that has one. */
  const faultIn = (bytes: Buffer): CommandFault | undefined => {
    if (faults.size === 0) return undefined;
    const commands = bytes.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g);
    return [...commands].flatMap(([, name = '']) => faults.get(name.toUpperCase()) ?? [])[0];
  };
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let isSilent = false;
    near.on('data', (bytes) => {
      const fault = faultIn(bytes);
      isSilent ||= fault === 'hangs';
      if (fault === 'is reset') near.resetAndDestroy();
      else far.write(bytes);
    });
    // One after the other: later replies must not overtake delayed ones.
    let sent: Promise<unknown> = Promise.resolve();
    far.on('data', (bytes) => {
      const held = redis.delayMs === 0 ? null : wait(redis.delayMs, null, { ref: false });
      if (!isSilent) sent = sent.then(() => held).then(() => near.write(bytes));
    });
  });
  const wirePort = new URL(await listen(wire)).port;

  const open = () =>
    createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } }).connect();
  const run = async (...command: string[]) => {
    const client = await open();
    const reply = await client.sendCommand(command);
    client.destroy();
    return reply;
  };
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${wirePort}`,
    delayMs: 0,
    run,
    async failCommand(command, fault) {
      if (fault === 'is refused') await run('ACL', 'SETUSER', 'default', `-${command}`);
      else faults.set(command, fault);
    },
    flood: (channel, message, times) => run('EVAL', floodScript, '1', channel, message, String(times)),
    async overhear(channel) {
      const client = await open();
      const { promise: message, resolve } = Promise.withResolvers<string>();
      client.on('error', () => undefined);
      await client.subscribe(channel, resolve);
      return { message: message.finally(() => client.destroy()) };
    },
    async dump() {
      const keys = String(await run('KEYS', '*')).split(',');
      const dumped = await Promise.all(
        keys.map(async (key) => {
          // A key such as a lock may be gone by now.
          const type = String(await run('TYPE', key));
          const words =
            type === 'string' ? ['GET', key] : type === 'zset' ? ['ZRANGE', key, '0', '-1'] : null;
          return words === null ? key : `${key} ${await run(...words)}`;
        }),
      );
      return dumped.join('\n');
    },
    hang: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async kill() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
    async restart() {
      server = await begin();
    },
    async failOver() {
      const next = await findFreePort(0);
      await run('REPLICAOF', '127.0.0.1', String(next));
      port = next;
      const demoted = server;
      server = await begin();
      wire.once('close', () => demoted.kill('SIGKILL'));
    },
    async close() {
      wire.close();
      for (const socket of sockets) socket.destroy();
      await redis.kill();
      await rm(folder, { recursive: true });
    },
  };
  return redis;
}
