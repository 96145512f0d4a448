import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { type VitalName, type VitalsBeacon, vitalsPath } from '../../shared/browserTelemetry.ts';

const names: Readonly<Record<Metric['name'], VitalName>> = {
  CLS: 'cls',
  FCP: 'fcp',
  INP: 'inp',
  LCP: 'lcp',
  TTFB: 'ttfb',
};

/** Measures the web vitals of this page and sends them, with the name of its route, when the page is hidden. */
export function reportVitals(route: string): void {
  const measured = new Map<VitalName, number>();
  const sent = new Set<VitalName>();
  const note = ({ name, value }: Metric) => {
    if (!sent.has(names[name])) measured.set(names[name], Math.round(value * 1_000) / 1_000);
  };
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(note);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || measured.size === 0) return;
    const beacon: VitalsBeacon = { route, ...Object.fromEntries(measured) };
    // A page can be hidden several times; each value is sent only once, even if it grows later.
    for (const name of measured.keys()) sent.add(name);
    measured.clear();
    navigator.sendBeacon(vitalsPath, JSON.stringify(beacon));
  });
}
