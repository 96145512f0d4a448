import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { findFreePort } from '../../server/demo/demoSite.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { percentiles } from './latency.ts';
import { type MeasuredSite, startMeasuredSite, statusOf } from './site.ts';

const perSecond = 200;

/** D3: two processes behind nginx, stopped and started in turn under 200 requests a second. Null without nginx. */
export async function checkRollingStops({
  contentUrl,
  isQuick,
}: CheckOptions): Promise<readonly Figure[] | null> {
  if (spawnSync('nginx', ['-v']).status !== 0) return null;
  const stops = isQuick ? 4 : 20;
  const ports = [await findFreePort(0), await findFreePort(0)];
  const front = await findFreePort(0);
  const environment = {
    NODE_ENV: 'production',
    DIRECTUS_URL: contentUrl,
    FRONTEND_URL: `http://127.0.0.1:${front}`,
  };
  const start = (at: number) => startMeasuredSite(environment, { port: ports[at] ?? 0 });
  const sites: MeasuredSite[] = [await start(0), await start(1)];
  const nginx = await startNginx(front, ports);

  const probes: number[] = [];
  let probing = true;
  const probe = async (at: number) => {
    while (probing) {
      const startedAt = performance.now();
      if ((await statusOf(`http://127.0.0.1:${ports[at]}/livez`)) === 200)
        probes.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const probesEnd = Promise.all([probe(0), probe(1)]);
  const { promise: loaded, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const settings: autocannon.Options = {
    url: `http://127.0.0.1:${front}`,
    connections: 40,
    overallRate: perSecond,
    // Ended by hand when the stops are over.
    duration: 3_600,
    requests: ['/', '/about', '/services', '/blog', '/contact', '/livez'].map((path) => ({
      method: 'GET',
      path,
    })),
  };
  const loading = autocannon(settings, (error, outcome) => (error ? reject(error) : resolve(outcome)));
  const exits: number[] = [];
  const codes = new Set<number | null>();
  for (let stop = 0; stop < stops; stop += 1) {
    const at = stop % 2;
    const end = await sites[at]?.end();
    if (end) {
      exits.push(end.ms);
      codes.add(end.code);
    }
    sites[at] = await start(at);
  }
  loading.stop();
  const result = await loaded;
  probing = false;
  await probesEnd;
  await nginx.stop();
  await Promise.all(sites.map((site) => site.end('SIGKILL')));

  const failed = result.errors + result.timeouts + result.non2xx;
  const { p99 } = percentiles(probes);
  const longest = Math.max(...exits);
  return [
    {
      name: `D3 failed requests over ${stops} rolling stops`,
      measured: `${failed} of ${result.requests.total}, codes ${[...codes].join(', ')}`,
      wanted: '0',
      holds: failed === 0 && codes.size === 1 && codes.has(0),
    },
    {
      name: 'D3 longest exit',
      measured: `${(longest / 1_000).toFixed(1)} s`,
      wanted: '< 20 s',
      holds: longest < 20_000,
    },
    {
      name: 'D3 99th percentile of /livez throughout',
      measured: `${p99.toFixed(1)} ms`,
      wanted: '< 50 ms',
      holds: p99 < 50,
    },
  ];
}

/** nginx as a plain balancer: kept connections to both, the other one tried where one refuses. */
async function startNginx(front: number, ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream site { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(' ')} keepalive 40; }
  server {
    listen 127.0.0.1:${front};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout http_503;
    }
  }
}
`,
  );
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' });
  while ((await statusOf(`http://127.0.0.1:${front}/livez`)) !== 200) {
    if (child.exitCode !== null) throw new Error('nginx has ended.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
