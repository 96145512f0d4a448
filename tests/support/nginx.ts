import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingWithThisProcess } from '../../scripts/childProcesses.ts';
import { findFreePort } from '../../server/demo/demoSite.ts';
import { sendRequest } from './http.ts';

/** A balancer in front of sites. */
export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

interface NginxOptions {
  readonly front?: number;
  readonly keptConnections?: number;
  readonly patience?: number;
}

/** Whether this machine has nginx. */
export const hasNginx: boolean = spawnSync('nginx', ['-v']).status === 0;

/**
 * Starts nginx as a plain balancer: persistent connections to all, the next one tried where one refuses. Resolves
 * when it responds; fails when it ends before.
 *
 * @param ports where the sites listen on this machine
 * @param front where it listens itself; by default a free port
 * @param keptConnections to the sites
 * @param patience how many seconds it waits for a client that says nothing; 60 by default
 */
export async function startNginx(
  ports: readonly number[],
  { front, keptConnections = 40, patience = 60 }: NginxOptions = {},
): Promise<Nginx> {
  const port = front ?? (await findFreePort(0));
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const file = join(folder, 'nginx.conf');
  const sites = ports.map((site) => `server 127.0.0.1:${site} max_fails=1 fail_timeout=1s;`).join(' ');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_timeout ${patience}s; client_body_timeout ${patience}s; client_header_timeout ${patience}s;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream site { ${sites} keepalive ${keptConnections}; }
  server {
    listen 127.0.0.1:${port};
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
  const child = endingWithThisProcess(spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' }));
  const url = `http://127.0.0.1:${port}`;
  while ((await sendRequest(url, '/livez').catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('nginx has ended.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
