/**
 * Builds the images of the Dockerfile with podman and runs them as `compose.yaml` would, but in half the memory: the site
 * read-only, without capabilities, as user 1000, visits every page of it and stops it; then the provisioning, twice,
 * against a real Directus. Exits with 1 if a check fails, and also if tools are missing, unless `--if-possible` is given.
 *
 * If no image registry is reachable, the base image is made of Debian (debootstrap) and the packaged Node.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startContentService } from '../server/demo/contentService.ts';
import { findFreePort, waitUntilReady } from '../server/demo/ports.ts';
import { deleteInstance, startDirectus } from './directus/realDirectus.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const memory = '256m';
const name = 'property-services-check';
const image = (target: string) => `localhost/${name}-${target}`;
/** The certificate authorities of this machine, including that of a proxy. */
const certificates = '/etc/ssl/certs/ca-certificates.crt';
/** Limits that a container inside of a container can have. */
const limits = ['--ulimit=nofile=8192:8192', '--ulimit=nproc=1024:1024'];

const problems: string[] = [];
const expect = (isTrue: boolean, promise: string) => {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${promise}`);
  if (!isTrue) problems.push(promise);
};

/** Runs a command to its end. @returns its standard output @throws if it fails, with its output */
function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout.trim();
}
const podman = (...args: readonly string[]) => run('podman', ...args);
const succeeds = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;

const missing = ['podman', 'runc', 'debootstrap'].filter((tool) => !succeeds('which', tool));
if (process.getuid?.() !== 0) missing.push('the rights of root');
if (missing.length > 0) {
  console.log(`The container is not checked here. Missing: ${missing.join(', ')}.`);
  process.exit(process.argv.includes('--if-possible') ? 0 : 1);
}

// A run that was killed leaves its container and its volume, whose snapshot is of another content service.
removeContainer();
try {
  makeBaseImage(
    /^FROM (node:\S+) AS base$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))?.[1] ?? '',
  );
  build('site');
  lookInside();
  await runSite();
  build('provision');
  await provisionTwice();
} finally {
  removeContainer();
}
process.exit(problems.length > 0 ? 1 : 0);

function removeContainer(): void {
  spawnSync('podman', ['rm', '--force', '--time=0', name]);
  spawnSync('podman', ['volume', 'rm', '--force', name]);
}

/** Provides the image that FROM names: the local one, the registry's, or one that we make. */
function makeBaseImage(wanted: string): void {
  const full = `docker.io/library/${wanted}`;
  if (succeeds('podman', 'image', 'exists', full)) return;
  if (spawnSync('podman', ['pull', '--quiet', full], { timeout: 60_000 }).status === 0) return;
  if (!wanted.startsWith(`node:${process.versions.node}-`)) {
    throw new Error(`${wanted} can neither be pulled nor made: this is Node ${process.versions.node}.`);
  }
  console.log(`Making ${wanted} of Debian and the packaged Node (two minutes) ...`);
  const folder = mkdtempSync(path.join(tmpdir(), 'base-image-'));
  run('debootstrap', '--variant=minbase', 'bookworm', folder);
  cpSync(process.execPath, `${folder}/usr/local/bin/node`);
  const npm = path.dirname(path.dirname(realpathSync(process.env.npm_execpath ?? run('which', 'npm'))));
  cpSync(npm, `${folder}/usr/local/lib/node_modules/npm`, { recursive: true, verbatimSymlinks: true });
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', `${folder}/usr/local/bin/npm`);
  run('sh', '-c', `tar -C ${folder} -c . | podman import --change 'CMD ["node"]' - ${full}`);
  rmSync(folder, { recursive: true });
}

function build(target: string): void {
  const startedAt = performance.now();
  const secret = existsSync(certificates) ? [`--secret=id=certificates,src=${certificates}`] : [];
  // Only the Docker format has health checks.
  const options = ['--format=docker', '--network=host', `--target=${target}`, `--tag=${image(target)}`];
  podman('build', ...limits, ...options, ...secret, root);
  console.log(`     ${target} built in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Checks what is in the site's image, and what must not be. */
function lookInside(): void {
  const app = path.join(podman('image', 'mount', image('site')), 'app');
  const top = ['LICENSE', 'data', 'dist', 'node_modules', 'package.json', 'sbom.cdx.json'];
  expect(String(readdirSync(app).sort()) === String(top), `it holds ${readdirSync(app).join(', ')}`);
  const files = readdirSync(path.join(app, 'dist'), { recursive: true, encoding: 'utf8' });
  const unwanted = files.filter((file) => /^static\/.*\.map$|^server\/demo|(^|\/)\.env/.test(file));
  expect(unwanted.length === 0, `no public source maps, settings or embedded services: ${unwanted}`);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8'));
  const isInstalled = (one: string) => existsSync(path.join(app, 'node_modules', one));
  expect(Object.keys(dependencies).every(isInstalled), 'it has the packages of production');
  expect(!Object.keys(devDependencies).some(isInstalled), 'it has none of development');
  const megabytes = Number(run('du', '-sm', `${app}/node_modules`).split('\t')[0]);
  expect(megabytes < 170, `the packages take less than 170 MB: ${megabytes}`);
  const bom = JSON.parse(readFileSync(path.join(app, 'sbom.cdx.json'), 'utf8'));
  const listed = bom.components.map(({ group, name }: { group?: string; name: string }) =>
    group === undefined ? name : `${group}/${name}`,
  );
  const unlisted = Object.keys(dependencies).filter((one) => !listed.includes(one));
  expect(bom.bomFormat === 'CycloneDX' && unlisted.length === 0, `${listed.length} packages in its SBOM`);
  podman('image', 'unmount', image('site'));
}

async function runSite(): Promise<void> {
  const { site } = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8'), { merge: true }).services;
  const [content, port] = await Promise.all([startContentService(), findFreePort(0)]);
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    DIRECTUS_URL: content.url,
    BACKEND_URL: content.url,
    FRONTEND_URL: url,
    PORT: port,
    CONTENT_SNAPSHOT_PATH: site.environment.CONTENT_SNAPSHOT_PATH,
  };
  podman(
    ...['run', '--detach', `--name=${name}`, '--network=host', `--memory=${memory}`, ...limits],
    ...(site.read_only === true ? ['--read-only'] : []),
    ...site.tmpfs.map((folder: string) => `--tmpfs=${folder}`),
    ...site.cap_drop.map((capability: string) => `--cap-drop=${capability}`),
    ...site.security_opt.map((option: string) => `--security-opt=${option.replace(':true', '')}`),
    ...site.volumes.map((volume: string) => `--volume=${volume.replace(/^\w+/, name)}`),
    ...Object.entries(settings).map(([variable, value]) => `--env=${variable}=${value}`),
    image('site'),
  );
  const startedAt = performance.now();
  await waitUntilReady(`${url}/readyz`, AbortSignal.timeout(30_000));
  console.log(`     ready after ${Math.round(performance.now() - startedAt)} ms`);
  expect(succeeds('podman', 'healthcheck', 'run', name), 'the health check passes while it runs');
  const pid = podman('inspect', '--format={{.State.Pid}}', name);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  expect(/^NSpid:.*\s1$/m.test(status), 'the site is process 1');
  expect(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m.test(status), 'it runs as user 1000');
  expect(/^CapEff:\s+0+$/m.test(status), 'it has no capabilities');
  const writes = 'require("node:fs").writeFileSync("/app/dist/new", "")';
  expect(!succeeds('podman', 'exec', name, 'node', '-e', writes), 'it cannot write into the image');

  const { count, failed } = await visitEverything(url);
  expect(failed.length === 0, `${count} pages, pictures and files respond: ${failed.join(', ') || 'all'}`);
  const resident = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  console.log(`     largest resident set ${Math.round(resident / 1024)} MiB`);

  const stoppedAt = performance.now();
  podman('stop', `--time=${Number.parseInt(site.stop_grace_period, 10)}`, name);
  const seconds = (performance.now() - stoppedAt) / 1000;
  const code = podman('inspect', '--format={{.State.ExitCode}}', name);
  expect(code === '0' && seconds < 20, `SIGTERM ends it with ${code} after ${seconds.toFixed(1)} s`);
  expect(!succeeds('podman', 'healthcheck', 'run', name), 'the health check fails when it has ended');
  const data = podman('volume', 'inspect', '--format={{.Mountpoint}}', name);
  expect(existsSync(`${data}/content.snapshot`), 'it leaves its snapshot in the volume');
  const lines = execFileSync('podman', ['logs', name], { encoding: 'utf8' }).split('\n');
  const warnings = lines.filter(
    (line) => /"level":(40|50|60)/.test(line) && !line.includes('CONTACT_API_URL'),
  );
  expect(warnings.length === 0, `its log has no warnings: ${warnings.slice(0, 3).join(' ') || 'none'}`);
  await content.close();
}

/** Requests every linked page, picture and file, starting at the home page and the sitemap, each once. */
async function visitEverything(url: string): Promise<{ count: number; failed: string[] }> {
  const found = new Set([url, `${url}/sitemap.xml`, `${url}/robots.txt`, `${url}/readyz`]);
  const failed: string[] = [];
  // Iterating a set includes members that are added meanwhile.
  for (const address of found) {
    const response = await fetch(address);
    const text = await response.text();
    if (response.status !== 200 || response.redirected) failed.push(`${address} (${response.status})`);
    const type = response.headers.get('content-type') ?? '';
    if (!/html|xml/.test(type)) continue;
    for (const [, target = ''] of text.matchAll(
      /(?:(?:href|src|srcset|"og:image" content)="|<loc>)([^"<\s]+)/g,
    )) {
      const next = new URL(target.replaceAll('&amp;', '&'), address);
      next.hash = '';
      if (next.origin === url) found.add(next.href);
    }
  }
  return { count: found.size, failed };
}

/** Runs the provisioning as `compose.yaml` does, twice, on a Directus that is empty at first. */
async function provisionTwice(): Promise<void> {
  await deleteInstance('container-check');
  const directus = await startDirectus({ name: 'container-check', port: await findFreePort(8155) });
  const settings = [
    `DIRECTUS_URL=${directus.url}`,
    `DIRECTUS_ADMIN_TOKEN=${directus.token}`,
    'SITE_HOOK_URL=http://site:3000',
    'CONTENT_HOOK_SECRET=secret-of-the-container-check',
  ];
  const start = () =>
    podman(
      'run',
      '--rm',
      '--network=host',
      ...limits,
      ...settings.map((one) => `--env=${one}`),
      image('provision'),
    );
  try {
    const said = [start(), start()].map((output) => output.split('\n').at(-1) ?? '');
    expect(/^Done: [1-9]\d* made/.test(said[0] ?? ''), `provisioning: ${said[0]}`);
    expect(/^Done: 0 made, [1-9]/.test(said[1] ?? ''), `the second time it changes nothing: ${said[1]}`);
  } finally {
    await directus.stop();
  }
}
