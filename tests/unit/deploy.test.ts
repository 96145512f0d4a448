import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { siteCommand, siteEnvironment } from '../../scripts/siteStart.mjs';
import { toConfig } from '../../server/process/config.ts';
import { readSources, textOf } from '../support/sources.ts';

// What neither `npm run check:deploy`, which validates manifests and rules by their schemas, nor
// `npm run check:container`, which builds and runs the images, can find.

/** Expects that the site starts with this environment, and reads every variable of it. */
function expectKnown(environment: Readonly<Record<string, unknown>>): void {
  const texts = Object.entries(environment).map(([name, value]) => [name, String(value)]);
  expect(toConfig(Object.fromEntries(texts))).not.toHaveProperty('problems');
  const known = textOf('server/process/config.ts');
  for (const name of Object.keys(environment)) expect(known, name).toContain(`'${name}'`);
}

describe('the monitoring of the site', () => {
  const metrics = new Set(
    readSources('server').flatMap(({ text }) =>
      [...text.matchAll(/'(site_[a-z_]+)'/g)].map(([, name]) => name),
    ),
  );

  it.each(['deploy/prometheus/rules.yaml', 'deploy/grafana/dashboard.json'])(
    '%s names only metrics of the site',
    (file) => {
      const named = [...textOf(file).matchAll(/\b(site_[a-z_]+)/g)].map(([, name = '']) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      );
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((name) => !metrics.has(name))).toEqual([]);
    },
  );

  it('has a paragraph in the runbook for each alert, and no other', () => {
    const { groups }: { groups: { rules: { alert?: string; annotations?: { runbook: string } }[] }[] } =
      parse(textOf('deploy/prometheus/rules.yaml'));
    const alarms = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
    const paragraphs = [...textOf('docs/operations.md').matchAll(/^### (\w+)\n\n\S.{100,}/gm)].map(
      ([, name]) => name,
    );
    expect(alarms.map(({ alert }) => alert)).toEqual(paragraphs);
    for (const { alert = '', annotations } of alarms) {
      expect(annotations?.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
  });
});

it('the Kubernetes manifests start the site with variables that it knows, but not without its addresses', () => {
  const settingsOf = (place: string): object => {
    const { configMapGenerator }: { configMapGenerator: { literals: string[] }[] } = parse(
      textOf(`deploy/kubernetes/${place}/kustomization.yaml`),
    );
    const literals = configMapGenerator.flatMap((generator) => generator.literals);
    return Object.fromEntries(literals.map((literal) => literal.split('=')));
  };
  const base = { NODE_ENV: 'production', ...settingsOf('base') };
  const { problems } = Object(toConfig(base));
  expect(problems.map((problem: string) => problem.split(' ', 1)[0])).toEqual([
    'DIRECTUS_URL',
    'FRONTEND_URL',
  ]);
  expectKnown({ ...base, ...settingsOf('production') });
});

it('the systemd unit starts node itself, as npm start does, and lets it finish', () => {
  const unit = textOf('deploy/systemd/property-services-site.service');
  const command = /^ExecStart=\/usr\/bin\/node --max-old-space-size=\d+ (.*)$/m.exec(unit)?.[1];
  expect(command?.split(' ')).toEqual(siteCommand);
  for (const [name, value] of Object.entries(siteEnvironment)) expect(unit).toContain(`${name}=${value}`);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(25);
});

describe('compose.yaml', () => {
  interface Service {
    readonly environment?: Readonly<Record<string, unknown>>;
    readonly env_file?: readonly unknown[];
    readonly ports?: readonly string[];
    readonly command?: readonly string[];
  }
  /** The file as Compose reads it: `${NAME:-default}` is the given value, or the default. */
  const read = (given?: string) => {
    const fill = (_name: unknown, value: unknown) =>
      typeof value === 'string'
        ? value.replace(/\$\{\w+(?::-([^}]*))?\}/g, (_all, fallback = '') => given ?? fallback)
        : value;
    return parse(textOf('compose.yaml'), fill, { merge: true });
  };
  const services: Readonly<Record<string, Service>> = read().services;

  it('is what the Compose specification allows, with its variables set and without', () => {
    // The schema as packaged by a linter. Without `$schema`, which names draft 7 in a form that ajv does not know.
    const linter = path.dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
    const { $schema: _, ...schema } = JSON.parse(
      readFileSync(path.join(linter, 'schemas/compose.schema.json'), 'utf8'),
    );
    const isAllowed = new Ajv({ allErrors: true, strict: false }).compile(schema);
    for (const value of [undefined, '8080']) {
      isAllowed(read(value));
      expect(isAllowed.errors).toBeNull();
    }
  });

  it('gives the site an environment that it starts with, and only variables that it knows', () => {
    expectKnown(services.site?.environment ?? {});
  });

  it('gives .env to the site, and to provisioning what both need', () => {
    expect(services.site?.env_file).toEqual([{ path: '.env', required: false }]);
    const written: Readonly<Record<string, Service>> = parse(textOf('compose.yaml'), {
      merge: true,
    }).services;
    const [site, provision] = [written.site?.environment ?? {}, written.provision?.environment ?? {}];
    const known = textOf('server/process/config.ts');
    for (const [name, value] of Object.entries(provision).filter(([each]) => known.includes(`'${each}'`)))
      expect(site[name] ?? `\${${name}:-}`, name).toBe(value);
    for (const name of ['DIRECTUS_ENQUIRY_TOKEN', 'ENQUIRY_RETENTION_DAYS'])
      expect(provision).toHaveProperty(name);
  });

  it('gives the services matching secrets, whose defaults are for one machine only', () => {
    const value = (name: string, variable: string) => services[name]?.environment?.[variable];
    expect(value('provision', 'CONTENT_HOOK_SECRET')).toBe(value('site', 'CONTENT_HOOK_SECRET'));
    expect(value('provision', 'DIRECTUS_ADMIN_TOKEN')).toBe(value('directus', 'ADMIN_TOKEN'));
    expect(value('directus', 'DB_PASSWORD')).toBe(value('database', 'POSTGRES_PASSWORD'));
    const password = services.redis?.command?.[2];
    expect(password).toMatch(/^local-/);
    expect(textOf('deploy/fleet.env')).toContain(
      `REDIS_PASSWORD=${password}\nREDIS_URL=redis://:${password}@redis:6379\n`,
    );
    for (const { environment = {}, ports = [] } of Object.values(services)) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
      const secrets = Object.entries(environment).filter(([name]) => /SECRET|PASSWORD|TOKEN/.test(name));
      // Empty: what the secret switches on is off.
      for (const [name, secret] of secrets) expect(secret, name).toMatch(/^(local-[\w-]+)?$/);
    }
  });
});
