import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { siteCommand, siteEnvironment } from '../../scripts/siteStart.mjs';
import { toConfig } from '../../server/process/config.ts';
import { readSources, textOf } from '../support/sources.ts';

// Checks that need only the text of `deploy/`. `npm run check:deploy` validates manifests and rules by their schemas.

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

describe('the Kubernetes manifests', () => {
  it('start the site with variables that it knows', () => {
    const { data }: { data: Record<string, string> } = parse(textOf('deploy/kubernetes/base/configMap.yaml'));
    expect(toConfig(data)).not.toHaveProperty('problems');
    const known = textOf('server/process/config.ts');
    expect(textOf('deploy/kubernetes/base/deployment.yaml')).toContain('redis://:$(REDIS_PASSWORD)@redis');
    for (const name of Object.keys(data)) expect(known, name).toContain(`'${name}'`);
  });

  it('let the site reach IPv4 and IPv6 addresses, except those that hand out cloud credentials', () => {
    const policy = textOf('deploy/kubernetes/base/networkPolicy.yaml');
    for (const [all, credentials] of [
      ['0.0.0.0/0', '169.254.169.254/32'],
      ['::/0', 'fd00:ec2::254/128'],
    ])
      expect(policy).toMatch(new RegExp(`cidr: ${all}\\s+except:[^-]*- ${credentials}`));
  });

  it('give the ingress the timeouts and limits of our nginx configuration', () => {
    const { annotations }: { annotations: Record<string, string> } = parse(
      textOf('deploy/kubernetes/production/ingress.yaml'),
    ).metadata;
    const balancer = textOf('deploy/nginx/nginx.conf');
    const directive = (name: string) => new RegExp(`^\\s+${name} ([^;]+);`, 'm').exec(balancer)?.[1];
    const seconds = ['proxy-connect-timeout', 'proxy-read-timeout'];
    const names = ['proxy-next-upstream', 'proxy-next-upstream-tries', 'proxy-buffering', ...seconds];
    expect(Object.keys(annotations)).toHaveLength(names.length + 4);
    for (const name of names) {
      const value = annotations[`nginx.ingress.kubernetes.io/${name}`];
      expect(`${value}${seconds.includes(name) ? 's' : ''}`, name).toBe(directive(name.replaceAll('-', '_')));
    }
    const limit = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`];
    expect(limit('proxy-body-size')).toBe(directive('client_max_body_size'));
    expect(directive('limit_conn')).toBe(`connections ${limit('limit-connections')}`);
    expect(balancer).toContain(`rate=${limit('limit-rps')}r/s`);
    const burst = Number(limit('limit-rps')) * Number(limit('limit-burst-multiplier'));
    expect(directive('limit_req')).toBe(`zone=requests burst=${burst} nodelay`);
  });

  it('run the same Redis as the compose file, and give the site the same grace period', () => {
    const compose = parse(textOf('compose.yaml'), { merge: true });
    const redis = textOf('deploy/kubernetes/base/redis.yaml');
    expect(redis).toContain(`image: ${compose.services.redis.image}`);
    const words = (command: readonly string[]) => command.filter((word) => !/^[$]/.test(word));
    const { args } = parse(redis.split('\n---')[0] ?? '').spec.template.spec.containers[0];
    expect(words(args)).toEqual(words(compose.services.redis.command));
    expect(args).toContain('--requirepass');
    const seconds = Number.parseInt(compose.services.site.stop_grace_period, 10);
    expect(textOf('deploy/kubernetes/base/deployment.yaml')).toContain(
      `terminationGracePeriodSeconds: ${seconds}`,
    );
  });
});

describe('the systemd unit', () => {
  const unit = textOf('deploy/systemd/property-services-site.service');

  it('starts node itself, as npm start does, and lets it finish', () => {
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node .*$/m);
    const command = /^ExecStart=\S+ --max-old-space-size=\d+ (.*)$/m.exec(unit)?.[1]?.split(' ');
    expect(command).toEqual(siteCommand);
    for (const [name, value] of Object.entries(siteEnvironment)) expect(unit).toContain(`${name}=${value}`);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(25);
  });
});
