/**
 * A real Directus on loopback with SQLite, from npm alone: the tests start it, and `npm run directus:start` runs one
 * to try the site with. It installs itself once into `.cache/directus/` and starts empty: collections, access and
 * content come from `npm run directus:provision`.
 *
 * Measured on two busy cores: install 4 min 45 s (680 MB), start 3 s. The install needs a C++ compiler and Python: npm
 * has no prebuilt SQLite driver of the version that Directus pins.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pinned = fileURLToPath(new URL('./instance/', import.meta.url));
const cache = path.join(root, '.cache', 'directus');

/** The version that `instance/package-lock.json` pins; any other is installed as npm resolves it at the time. */
const pinnedVersion = '11.17.4';
/** `DIRECTUS_VERSION`, or the pinned one. Directus 12 without a license sends telemetry: run it without a network. */
export const directusVersion = process.env.DIRECTUS_VERSION || pinnedVersion;

const app = path.join(cache, directusVersion);
const emptyDatabase = path.join(app, 'empty.db');

/** The administrator of every instance. Not secret: an instance listens only on loopback. */
export const admin = {
  email: 'admin@example.com',
  password: 'local-admin-password',
  token: 'local-admin-static-token-000000000',
} as const;

/** Node from its npm package, if installed: the native add-ons that Directus loads are built for it. */
const packagedNode = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`);
const nodeHome = existsSync(packagedNode) ? packagedNode : path.dirname(path.dirname(process.execPath));
const node = existsSync(packagedNode) ? path.join(packagedNode, 'bin', 'node') : process.execPath;

/** A running Directus with a database of its own. */
export interface RunningDirectus {
  readonly url: string;
  /** The static token of its administrator. */
  readonly token: string;
  /** The SQLite file. */
  readonly databaseFile: string;
  /** Resolves when the process has ended; the database stays. */
  stop(): Promise<void>;
}

interface DirectusOptions {
  /** Names its database and uploads, below `.cache/directus/instances/`. */
  readonly name: string;
  readonly port: number;
  /** Directus settings as environment variables; they override ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts a Directus, after installing it if necessary. It ends with this process.
 * @throws when it cannot be installed, or ends before it listens: the error names the log
 */
export async function startDirectus({ name, port, settings }: DirectusOptions): Promise<RunningDirectus> {
  await installDirectus();
  const folder = instanceFolder(name);
  const databaseFile = path.join(folder, 'directus.db');
  mkdirSync(path.join(folder, 'uploads'), { recursive: true });
  if (!existsSync(databaseFile)) cpSync(emptyDatabase, databaseFile);

  const logFile = path.join(folder, 'server.log');
  const child = spawn(node, ['run.mjs', 'start'], {
    cwd: app,
    env: environment(folder, databaseFile, { PORT: String(port), ...settings }),
    // Its stdin is a pipe that closes when we end; its stderr goes to the log directly, so that no error is lost.
    stdio: ['pipe', 'pipe', openSync(logFile, 'w')],
  });
  const exit = once(child, 'exit');
  await Promise.race([
    untilItLogs(child, 'Server started', logFile),
    exit.then(() => Promise.reject(new Error(`Directus ended before it listened: see ${logFile}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    token: admin.token,
    databaseFile,
    async stop() {
      child.kill();
      await exit;
    },
  };
}

/** Deletes the database and the uploads of an instance that is not running. */
export async function deleteInstance(name: string): Promise<void> {
  await rm(instanceFolder(name), { recursive: true, force: true });
}

/** Copies the current state of `from`, running or not, into a new instance. */
export function copyInstance(from: string, to: string): void {
  cpSync(instanceFolder(from), instanceFolder(to), { recursive: true });
}

const instanceFolder = (name: string) => path.join(cache, 'instances', name);

/** Resolves when the log has this text, and continues writing the log. */
async function untilItLogs(child: ChildProcess, text: string, logFile: string): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'a' });
  const ready = Promise.withResolvers<void>();
  child.stdout?.on('data', (part: Buffer) => {
    log.write(part);
    if (part.includes(text)) ready.resolve();
  });
  await ready.promise;
}

/**
 * The environment of a Directus process. An `.env` file would override it, so `CONFIG_PATH` names none. The list of
 * denied addresses is shorter than the default one, which contains 0.0.0.0: that stands for every address of this
 * machine, and a Flow could not call a site on loopback.
 */
function environment(
  folder: string,
  databaseFile: string,
  settings: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CONFIG_PATH: path.join(folder, 'no-such-file.env'),
    SECRET: 'not-secret-0123456789abcdef0123456789abcdef',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${settings.PORT ?? ''}`,
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: databaseFile,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_TOKEN: admin.token,
    STORAGE_LOCAL_ROOT: path.join(folder, 'uploads'),
    EXTENSIONS_PATH: path.join(folder, 'extensions'),
    TEMP_PATH: path.join(folder, 'temporary'),
    TELEMETRY: 'false',
    ACCEPT_TERMS: 'true',
    EMAIL_VERIFY_SETUP: 'false',
    LOG_LEVEL: 'info',
    LOG_STYLE: 'raw',
    IMPORT_IP_DENY_LIST: '169.254.169.254',
    // Allows previews of a site on this machine.
    CONTENT_SECURITY_POLICY_DIRECTIVES__FRAME_SRC: "array:'self',http://127.0.0.1:*",
    ...settings,
  };
}

/** Directus is started without its own command, which would first look for updates in a registry. */
const entry = `// The server ends with the process that started it: that held the other end of its input.
if (process.argv[2] === 'start') process.stdin.on('end', () => process.exit()).resume();
await import('@directus/api/cli/run.js');
`;

/**
 * Installs Directus and creates a database with its system tables, once per version. Install scripts of packages are
 * not run, since some of them download from elsewhere; the SQLite driver is compiled from its npm package. The version
 * of isolated-vm that Directus requires has no prebuilt binary for Node 24, so `overrides` names one that has.
 */
async function installDirectus(): Promise<void> {
  if (existsSync(emptyDatabase)) return;
  console.log(
    `Installing Directus ${directusVersion} into .cache/directus (once, 680 MB, three to five minutes) ...`,
  );
  mkdirSync(app, { recursive: true });
  const manifest = readFileSync(path.join(pinned, 'package.json'), 'utf8');
  writeFileSync(path.join(app, 'package.json'), manifest.replace(pinnedVersion, directusVersion));
  if (directusVersion === pinnedVersion) {
    cpSync(path.join(pinned, 'package-lock.json'), path.join(app, 'package-lock.json'));
    await npm('ci');
  } else {
    await npm('install');
  }
  await npm('rebuild', 'sqlite3', '--ignore-scripts=false', '--build-from-source', `--nodedir=${nodeHome}`);
  writeFileSync(path.join(app, 'run.mjs'), entry);

  console.log('Preparing an empty database ...');
  const unfinished = path.join(app, 'unfinished.db');
  await rm(unfinished, { force: true });
  await run(node, ['run.mjs', 'bootstrap'], environment(app, unfinished));
  cpSync(unfinished, emptyDatabase);
}

/** Peer dependencies are not resolved: optional ones of Directus conflict with each other. */
async function npm(...args: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const [command, ...before] = cli ? [node, cli] : ['npm'];
  // Build scripts must find the same Node.
  const searchPath = [path.dirname(node), process.env.PATH].join(path.delimiter);
  await run(command, [...before, args[0] ?? '', ...quiet, ...args.slice(1)], {
    ...process.env,
    PATH: searchPath,
  });
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const logFile = path.join(app, 'install.log');
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { cwd: app, env, stdio: ['ignore', log, log] });
  const [code] = await once(child, 'exit');
  if (code === 0) return;
  const hint = args.includes('sqlite3') ? ' It needs a C++ compiler and Python.' : '';
  throw new Error(`\`${command} ${args.join(' ')}\` failed (${code}): see ${logFile}.${hint}`);
}

if (import.meta.main && process.argv.includes('--install')) {
  await installDirectus();
} else if (import.meta.main) {
  const port = Number(process.env.PORT || 8055);
  const directus = await startDirectus({ name: 'local', port });
  console.log(`
  Directus ${directusVersion}:   ${directus.url}/admin   (${admin.email}, ${admin.password})
  Collections, access and content:
    DIRECTUS_URL=${directus.url} DIRECTUS_ADMIN_TOKEN=${directus.token} npm run directus:provision

  Press Ctrl-C to stop.
`);
}
