// Apart from the other paths, so that no script that is fetched early shares a file with telemetry.

/** Where browsers send error reports; a name that says so is what blockers of trackers look for. */
export const reportTunnelPath = '/api/reports';
export const vitalsPath = '/api/vitals';

/** The vital signs that a page reports (web.dev/articles/vitals): times in milliseconds, `cls` a plain number. */
export const vitalNames = ['lcp', 'inp', 'fcp', 'ttfb', 'cls'] as const;
export type VitalName = (typeof vitalNames)[number];

/** One beacon. It holds no address, no time of day and nothing that two pages of a visitor have in common. */
export type VitalsBeacon = { readonly route: string } & { readonly [Name in VitalName]?: number };
