import { describe, expect, it, onTestFinished } from 'vitest';
import { startContentService } from '../../../server/demo/contentService.ts';
import { sendBytes, sendRequest } from '../../support/http.ts';
import { hasNginx, startNginx } from '../../support/nginx.ts';
import { startSite } from '../../support/site.ts';
import { startSiteProcess } from '../../support/siteProcess.ts';
import { smuggledRequests } from '../../support/smuggledRequests.ts';

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

describe.skipIf(!hasNginx)('behind nginx', () => {
  it('E15 no odd end of a request makes a visitor read the response to another one', async () => {
    const site = await startSite();
    await site.content.warmUp();
    // One connection to the site: what is left behind in it would meet the next visitor.
    const balancer = await startNginx([portOf(site)], { keptConnections: 1, patience: 1 });
    onTestFinished(async () => {
      await balancer.stop();
      await site.close();
    });
    for (const [oddity, bytes] of smuggledRequests) {
      const before = site.logs.length;
      const statusLines = (await sendBytes(balancer.url, bytes)).match(/HTTP\/1\.[01] \d+/g) ?? [];
      for (let visit = 0; visit < 3; visit += 1) {
        expect((await sendRequest(balancer.url, '/about')).status, oddity).toBe(200);
      }
      const paths = site.logs.slice(before).map(({ path }) => path);
      expect(paths.filter((path) => path === '/about').length, oddity).toBe(3);
      // Where the balancer takes the rest for a second request, it forwards it as one and gives its response back.
      const hidden = paths.filter((path) => path === '/hidden').length;
      expect(hidden, oddity).toBe(hidden === 0 ? 0 : statusLines.length - 1);
    }
  }, 90_000);

  it('D6 a process that is killed loses at most the requests that it was handling, and its twin goes on', async () => {
    const content = await startContentService();
    const [first, twin] = await Promise.all([startSiteProcess(content.url), startSiteProcess(content.url)]);
    await Promise.all([first.firstOk('/readyz'), twin.firstOk('/readyz')]);
    const balancer = await startNginx([portOf(first), portOf(twin)]);
    onTestFinished(async () => {
      await balancer.stop();
      await Promise.all([first.end('SIGKILL'), twin.end('SIGKILL')]);
      await content.close();
    });
    const visitors = 8;
    let left = false;
    const statuses: number[] = [];
    const visit = async () => {
      while (!left) {
        const reply = await sendRequest(balancer.url, '/about').catch(() => null);
        statuses.push(reply?.status ?? 0);
      }
    };
    const visits = Array.from({ length: visitors }, visit);
    while (statuses.length < 200) await new Promise(setImmediate);
    await first.end('SIGKILL');
    const atKill = statuses.length;
    while (statuses.length < atKill + 400) await new Promise(setImmediate);
    left = true;
    await Promise.all(visits);
    const failed = statuses.flatMap((status, at) => (status === 200 ? [] : [at]));
    expect(failed.length).toBeLessThanOrEqual(visitors);
    expect(Math.max(0, ...failed)).toBeLessThan(atKill + 200);
  });
});
