import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from '../../scripts/childProcesses.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { sendRequest } from './http.ts';

/** A balancer in front of sites. */
export interface Nginx {
  readonly url: string;
  /** Drops every cached response, as a purged CDN does. */
  purge(): void;
  stop(): Promise<void>;
}

interface NginxOptions {
  readonly keptConnections?: number;
  readonly patience?: number;
  /** Whether it stores what `CDN-Cache-Control` lets a shared cache store. */
  readonly isCdn?: boolean;
}

/** Whether this machine has nginx. */
export const hasNginx: boolean = spawnSync('nginx', ['-v']).status === 0;

/**
 * Starts nginx as a plain balancer: it keeps connections to all sites, and tries the next one when a connection is
 * refused. Resolves when it responds; fails when it ends before.
 *
 * @param ports where the sites listen on this machine
 * @param keptConnections idle connections that it keeps to the sites
 * @param isCdn it stores responses for a minute, and fetches each once at a time; `X-Cache` says `MISS` or `HIT`
 * @param patience how many seconds it waits for a client that sends nothing; 60 by default
 */
export async function startNginx(
  ports: readonly number[],
  { keptConnections = 40, patience = 60, isCdn = false }: NginxOptions = {},
): Promise<Nginx> {
  const port = await findFreePort(0);
  const sites = ports.map((site) => `server 127.0.0.1:${site} max_fails=0;`).join(' ');
  const cache = `proxy_cache cdn; proxy_cache_valid 200 60s; proxy_no_cache $unshared;
      proxy_cache_lock on; proxy_cache_lock_timeout 60s; proxy_cache_lock_age 60s;
      proxy_ignore_headers Cache-Control Expires; add_header X-Cache $upstream_cache_status;`;
  return run(
    port,
    (folder) => `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_timeout ${patience}s; client_body_timeout ${patience}s; client_header_timeout ${patience}s;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  proxy_cache_path ${folder}/cache keys_zone=cdn:1m;
  map $upstream_http_cdn_cache_control $unshared { default 0; "" 1; }
  upstream site { ${sites} keepalive ${keptConnections}; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout;
      ${isCdn ? cache : ''}
    }
  }
}
`,
  );
}

/**
 * Starts nginx with the configuration of `deploy/`. Changed are only addresses, folders, the rate limit of a network,
 * which a slow machine would never reach, and TLS: tests use plain HTTP, and name the visitor's address in
 * `X-Visitor`.
 *
 * @param ports where the two replicas listen on this machine
 * @param port where it listens itself
 */
export async function startDeployedNginx(
  [first, second]: readonly [number, number],
  port: number,
): Promise<Nginx> {
  const redirecting = await findFreePort(0);
  const deployed = readFileSync(new URL('../../deploy/nginx/nginx.conf', import.meta.url), 'utf8');
  return run(port, (folder) =>
    deployed
      .replace('site:3000', `127.0.0.1:${first}`)
      .replace('replica:3000', `127.0.0.1:${second}`)
      .replace('server_tokens off;', 'set_real_ip_from 127.0.0.1; real_ip_header X-Visitor;')
      .replace('rate=50r/s', 'rate=1r/s')
      .replace('listen 8080', `listen 127.0.0.1:${redirecting}`)
      .replace('listen 8443 ssl http2', `listen 127.0.0.1:${port}`)
      .replace(/^ *ssl_.*$/gm, '')
      .replaceAll('/tmp/', `${folder}/`)
      .replace('/dev/stderr', `${folder}/error.log`),
  );
}

async function run(port: number, configuration: (folder: string) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  // When the tests run as root, its workers run as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off; ${configuration(folder)}`);
  const child = killOnExit(spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' }));
  const url = `http://127.0.0.1:${port}`;
  while ((await sendRequest(url, '/robots.txt').catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('nginx has ended.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    purge() {
      for (const name of readdirSync(join(folder, 'cache')))
        rmSync(join(folder, 'cache', name), { recursive: true });
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
