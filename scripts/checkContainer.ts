/**
 * Builds the images by the Dockerfile's own commands in an empty folder, looks at what is in the site's, and
 * runs it as a container would: process 1, no rights, read-only, 256 MiB; then the provisioning, twice, against
 * a real Directus. Ends with 1 when something is not as promised.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startContentService } from '../server/demo/contentService.ts';
import { findFreePort } from '../server/demo/demoSite.ts';
import { buildImage, environmentOf } from './container/buildImage.ts';
import { execForm, lastOf, lineage } from './container/dockerfile.ts';
import { imageProblems } from './container/imageProblems.ts';
import { provisionTwice } from './container/provisionTwice.ts';
import { runContainer } from './container/runImage.ts';
import { visitEveryPage } from './container/visitEveryPage.ts';

const mebibyte = 1024 * 1024;
const user = 1000;
const loadMs = 15_000;
const problems: string[] = [];
const expect = (isTrue: boolean, promise: string) => {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${promise}`);
  if (!isTrue) problems.push(promise);
};

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'container-'));
chmodSync(folder, 0o755);
try {
  await check();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(problems.length > 0 ? 1 : 0);

async function check(): Promise<void> {
  const image = buildImage(root, folder, 'site');
  const stages = lineage(image.stages, 'site');
  const app = image.folderOf('site');
  for (const problem of imageProblems(app, root)) expect(false, problem);
  const kilobytes = Number(
    execFileSync('du', ['-sk', `${app}/node_modules`], { encoding: 'utf8' }).split('\t')[0],
  );
  expect(kilobytes < 150 * 1024, `the packages take less than 150 MB: ${Math.round(kilobytes / 1024)} MB`);
  expect(lastOf(stages, 'USER') === `${user}:${user}`, 'the user is a number and not root');
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0) {
    console.log('skip running it: that needs root and the right to mount');
    return;
  }
  // The image's own program, where this user may read it.
  const programs = path.join(folder, 'bin');
  mkdirSync(programs);
  copyFileSync(process.execPath, `${programs}/node`);
  await run(app, stages, programs);
  await provision(programs);
}

async function provision(programs: string): Promise<void> {
  const image = buildImage(root, folder, 'provision');
  expect(
    lastOf(lineage(image.stages, 'provision'), 'USER') === `${user}:${user}`,
    'provisioning is not root',
  );
  const runs = await provisionTwice(image, folder, programs, user);
  for (const [count, { code, output }] of runs.entries()) {
    const said = output.trim().split('\n').at(-1);
    expect(
      code === 0,
      `provisioning ends with ${code} the ${count === 0 ? 'first' : 'second'} time: ${said}`,
    );
  }
  expect(/^Done: 0 made, [1-9]/m.test(runs[1]?.output ?? ''), 'the second time it changes nothing');
}

async function run(app: string, stages: ReturnType<typeof lineage>, programs: string): Promise<void> {
  const service = await startContentService();
  const port = await findFreePort(0);
  const url = `http://127.0.0.1:${port}`;
  const [mountPoint, data] = [path.join(folder, 'mount'), path.join(folder, 'data')];
  for (const made of [mountPoint, data]) mkdirSync(made);
  chownSync(data, user, user);
  const startedAt = performance.now();
  const container = await runContainer({
    ...{ app, data, mountPoint, user, memoryBytes: 256 * mebibyte },
    environment: {
      ...environmentOf(stages),
      ...{
        PATH: `${programs}:/usr/bin:/bin`,
        DIRECTUS_URL: service.url,
        FRONTEND_URL: url,
        PORT: String(port),
      },
      CONTENT_SNAPSHOT_PATH: 'data/content.snapshot',
    },
    command: execForm(lastOf(stages, 'CMD')),
  });
  const errors: string[] = [];
  createInterface(container.child.stdout ?? process.stdin).on('line', (line) => {
    if (/"level":(40|50|60)/.test(line) && !line.includes('CONTACT_API_URL')) errors.push(line);
  });
  const probe = execForm(lastOf(stages, 'HEALTHCHECK').replace(/^.*?CMD/, ''));
  const isHealthy = () =>
    spawnSync(process.execPath, probe.slice(1), { env: { PORT: String(port) } }).status === 0;
  await untilReady(url);
  console.log(`     ready after ${Math.round(performance.now() - startedAt)} ms`);
  expect(isHealthy(), 'the health check passes while it runs');
  const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
  expect(/^NSpid:\s+\d+\s+1$/m.test(status), 'the site is process 1');
  expect(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m.test(status), 'it runs as user 1000');
  expect(/^CapEff:\s+0+$/m.test(status), 'it has no capabilities');
  const visits = await visitEveryPage(url, loadMs);
  expect(visits.failed === 0, `${visits.succeeded} requests in ${loadMs / 1000} s, ${visits.failed} failed`);
  const { peakBytes, isLimited } = container.memory();
  const limit = isLimited ? 'the kernel holds it to that' : 'measured, not limited';
  expect(
    peakBytes <= 256 * mebibyte,
    `it runs in 256 MiB (${limit}): at most ${Math.round(peakBytes / mebibyte)} MiB`,
  );
  const resident = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${container.pid}/status`, 'utf8'))?.[1]);
  console.log(`     largest resident set ${Math.round(resident / 1024)} MiB`);
  const { code, ms } = await container.end('SIGTERM');
  expect(code === 0 && ms < 20_000, `SIGTERM ends it with ${code} after ${Math.round(ms)} ms`);
  expect(!isHealthy(), 'the health check fails when it has ended');
  expect(readFileSync(`${data}/content.snapshot`, 'utf8').length > 0, 'it leaves its snapshot in the volume');
  expect(errors.length === 0, `its log has no warnings: ${errors.slice(0, 3).join(' ') || 'none'}`);
  await service.close();
}

async function untilReady(url: string): Promise<void> {
  for (const givenUpAt = performance.now() + 30_000; performance.now() < givenUpAt; ) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The container is not ready after 30 s.');
}
