import type { Counter, Histogram } from 'prom-client';

/** The values of a counter, summed up by one of its labels. */
export async function countsOf(counter: Counter, label: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { labels, value } of (await counter.get()).values) {
    const name = String(labels[label]);
    counts[name] = (counts[name] ?? 0) + value;
  }
  return counts;
}

/** How many values a histogram has observed under these labels. */
export async function observedOf(
  histogram: Histogram,
  labels: Readonly<Record<string, string>>,
): Promise<number> {
  const { values } = await histogram.get();
  const found = values.find(
    ({ metricName, labels: own }) =>
      metricName?.endsWith('_count') &&
      Object.entries(labels).every(([name, value]) => Reflect.get(own, name) === value),
  );
  return found?.value ?? 0;
}
