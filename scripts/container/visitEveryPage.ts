export interface Visits {
  readonly succeeded: number;
  /** Other statuses than 200, and connections that broke. */
  readonly failed: number;
}

const visitors = 20;

/** Visits every page of the sitemap and the pictures on it, over and over, by twenty visitors at once. */
export async function visitEveryPage(url: string, forMs: number): Promise<Visits> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => page);
  const addresses = new Set(pages);
  for (const page of pages) {
    const text = await (await fetch(page)).text();
    for (const [, path = ''] of text.matchAll(/["\s,](\/(?:media|static)\/[^"\s,]+)/g))
      addresses.add(url + path);
  }
  const list = [...addresses];
  const endsAt = performance.now() + forMs;
  let next = 0;
  let succeeded = 0;
  let failed = 0;
  const visit = async () => {
    while (performance.now() < endsAt) {
      const address = list[next % list.length] ?? url;
      next += 1;
      const headers = { 'Accept-Encoding': next % 3 === 0 ? 'gzip' : 'br' };
      const response = await fetch(address, { headers }).catch(() => null);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.status === 200) succeeded += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  return { succeeded, failed };
}
