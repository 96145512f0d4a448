/** The vital signs that a page reports (web.dev/articles/vitals): times in milliseconds, `cls` a plain number. */
export const vitalNames = ['lcp', 'inp', 'fcp', 'ttfb', 'cls'] as const;
export type VitalName = (typeof vitalNames)[number];

/** One beacon. It holds no address, no time of day and nothing that two pages of a visitor have in common. */
export type VitalsBeacon = { readonly route: string } & { readonly [Name in VitalName]?: number };
