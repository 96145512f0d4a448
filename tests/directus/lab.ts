import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One real Directus with a database of its own, brought up by the lab's script. */
export interface DirectusInstance {
  readonly url: string;
  readonly token: string;
  /** The SQLite file, for a test that takes it away. */
  readonly databaseFile: string;
  /** Starts it, with these settings of Directus. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it and forgets its rows and files. */
  wipe(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const token = 'tests-admin-static-token-000000000';
const version = process.env.DIRECTUS_VERSION || '11.17.4';

/** Without a licence, 12.x knows no rules for single rows and fields. */
export const isCoreTier = version.startsWith('12.');

const labFolder = process.env.DIRECTUS_LAB || path.join(process.env.TMPDIR || tmpdir(), 'directus-lab');

/**
 * The script that installs, starts and stops a Directus.
 * @throws when there is none: these tests mean nothing without the real thing
 */
export function findSetupScript(): string {
  const script = path.resolve(root, process.env.DIRECTUS_SETUP || '../shared/directus/setup.sh');
  if (existsSync(script)) return script;
  throw new Error(
    `The tests against a real Directus need the script that brings one up, and ${script} is not there. Set DIRECTUS_SETUP to its path.`,
  );
}

/** An instance by name; nothing is started yet. */
export function directusInstance(name: string, port: number): DirectusInstance {
  const run = (command: string, settings: Readonly<Record<string, string>> = {}) =>
    runScript(command, { DIRECTUS_INSTANCE: name, DIRECTUS_PORT: String(port), ...settings });
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    databaseFile: path.join(labFolder, `directus-${version}`, 'instances', name, 'directus.db'),
    start: (settings) => run('all', settings),
    stop: () => run('stop'),
    restart: (settings) => run('restart', settings),
    wipe: () => run('wipe'),
  };
}

/** How this machine reaches its package registry. */
const registryAccess = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'];

/** What the script takes from our environment; everything else of it would become a setting of Directus. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'DIRECTUS_LAB', 'DIRECTUS_VERSION', 'NETNS', ...registryAccess];

async function runScript(command: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const own = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const env = { ...Object.fromEntries(own), DIRECTUS_ADMIN_TOKEN: token, ...settings };
  const child = spawn('bash', [findSetupScript(), command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => void said.push(String(part)));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('error', reject);
  // Not `close`: the server that it leaves behind may hold the pipes open.
  child.on('exit', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`${findSetupScript()} ${command} failed (${code}):\n${said.join('')}`));
  });
  await promise;
}
