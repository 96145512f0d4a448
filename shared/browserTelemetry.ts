// Not in `paths.ts`, so that no script that loads early shares a chunk with telemetry.

/** Where browsers send error reports. The name is neutral because ad blockers match on telling ones. */
export const reportTunnelPath = '/api/reports';
export const vitalsPath = '/api/vitals';

/** The web vitals that a page reports (web.dev/articles/vitals): times in milliseconds, `cls` without a unit. */
export const vitalNames = ['lcp', 'inp', 'fcp', 'ttfb', 'cls'] as const;
export type VitalName = (typeof vitalNames)[number];

/** One beacon. It has no URL, no timestamp and nothing that would link two page views of one visitor. */
export type VitalsBeacon = { readonly route: string } & { readonly [Name in VitalName]?: number };
