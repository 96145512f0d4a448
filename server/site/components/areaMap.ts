// Map data of the region that `shared/words.ts` names.

export type Place = readonly [latitude: number, longitude: number];

/** The part of Oregon that the map shows, in degrees. */
export const area = { west: -122.05, east: -120.9, south: 43.5, north: 44.55 };
/** Kilometers in a degree, at 44 degrees north. */
export const degree = { latitude: 111.1, longitude: 80 };
export const roads = [
  // U.S. 97, U.S. 20 on both sides of Bend, Oregon 126, the Cascade Lakes Highway.
  [
    [43.5, -121.6],
    [43.67, -121.504],
    [43.8, -121.46],
    [43.9, -121.37],
    [44.058, -121.315],
    [44.273, -121.174],
    [44.36, -121.18],
    [44.55, -121.17],
  ],
  [
    [44.42, -122.05],
    [44.42, -121.85],
    [44.38, -121.64],
    [44.291, -121.549],
    [44.15, -121.331],
    [44.058, -121.315],
    [44.04, -121.1],
    [43.97, -120.9],
  ],
  [
    [44.291, -121.549],
    [44.273, -121.174],
    [44.29, -120.9],
  ],
  [
    [44.058, -121.315],
    [44.02, -121.41],
    [43.99, -121.66],
  ],
] satisfies readonly (readonly Place[])[];

/** The Deschutes. */
export const river = [
  [43.69, -121.73],
  [43.7, -121.69],
  [43.72, -121.6],
  [43.8, -121.5],
  [43.88, -121.46],
  [43.93, -121.42],
  [43.99, -121.38],
  [44.05, -121.32],
  [44.15, -121.33],
  [44.22, -121.29],
  [44.32, -121.27],
  [44.4, -121.29],
  [44.55, -121.3],
] satisfies readonly Place[];

export const lakes = [
  [43.69, -121.73],
  [43.79, -121.79],
  [43.72, -121.27],
] satisfies readonly Place[];

export const peaks = [
  ['Mt. Bachelor', 43.979, -121.688],
  ['Three Sisters', 44.11, -121.77],
  ['Paulina Peak', 43.689, -121.255],
  ['Mt. Washington', 44.332, -121.838],
] as const;

export const towns = [
  ['Bend', 44.058, -121.315],
  ['Redmond', 44.273, -121.174],
  ['Sisters', 44.291, -121.549],
  ['Sunriver', 43.884, -121.439],
  ['La Pine', 43.67, -121.504],
  ['Tumalo', 44.15, -121.331],
] as const;
