import type { Coordinates, Home } from '../../content/collections/homes.ts';

/** The part of Oregon that the map shows, in degrees. */
const area = { west: -122.05, east: -120.9, south: 43.5, north: 44.55 };
const unitsPerKilometer = 5;
/** Kilometers in a degree, at 44 degrees north. */
const degree = { latitude: 111.1, longitude: 80 };
/** What is seen of the area at once. */
const frame = { width: 460, height: 300 };

type Place = readonly [latitude: number, longitude: number];

const round = Math.round;
const across = (longitude: number) => round((longitude - area.west) * degree.longitude * unitsPerKilometer);
const down = (latitude: number) => round((area.north - latitude) * degree.latitude * unitsPerKilometer);
const line = (places: readonly Place[]) =>
  places.map(([latitude, longitude]) => `${across(longitude)} ${down(latitude)}`).join(' ');

const roads = [
  // U.S. 97, U.S. 20 on both sides of Bend, Oregon 126, the Cascade Lakes Highway.
  [
    [43.5, -121.6],
    [43.67, -121.5],
    [43.8, -121.46],
    [43.9, -121.37],
    [44.05, -121.305],
    [44.27, -121.175],
    [44.36, -121.18],
    [44.55, -121.17],
  ],
  [
    [44.42, -122.05],
    [44.42, -121.85],
    [44.38, -121.64],
    [44.29, -121.55],
    [44.15, -121.34],
    [44.05, -121.305],
    [44.04, -121.1],
    [43.97, -120.9],
  ],
  [
    [44.29, -121.55],
    [44.27, -121.175],
    [44.29, -120.9],
  ],
  [
    [44.05, -121.31],
    [44.02, -121.41],
    [43.99, -121.66],
  ],
] satisfies readonly (readonly Place[])[];

/** The Deschutes. */
const river = [
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

const lakes = [
  [43.69, -121.73],
  [43.79, -121.79],
  [43.72, -121.27],
] satisfies readonly Place[];

const peaks = [
  ['Mt. Bachelor', 43.979, -121.688],
  ['Three Sisters', 44.11, -121.77],
  ['Paulina Peak', 43.689, -121.255],
  ['Mt. Washington', 44.332, -121.838],
] as const;

const towns = [
  ['Bend', 44.058, -121.315],
  ['Redmond', 44.273, -121.174],
  ['Sisters', 44.291, -121.549],
  ['Sunriver', 43.884, -121.439],
  ['La Pine', 43.67, -121.504],
  ['Tumalo', 44.15, -121.331],
] as const;

const isShown = ({ latitude, longitude }: Coordinates): boolean =>
  latitude > area.south && latitude < area.north && longitude > area.west && longitude < area.east;

const water = 'var(--far)';

/** Keeps the frame within the area. */
const startOf = (middle: number, size: number, end: number) =>
  Math.max(0, Math.min(round(middle - size / 2), end - size));

/**
 * Where a home stands, about: among the towns, roads and peaks that a visitor has heard of, drawn here, so that nobody
 * else learns who looks. Nothing where a home has no place, or one outside of the area.
 */
export function HomeMap({
  home: { name, coordinates },
}: {
  readonly home: Pick<Home, 'name' | 'coordinates'>;
}) {
  if (coordinates === null || !isShown(coordinates)) return null;
  const [x, y] = [across(coordinates.longitude), down(coordinates.latitude)];
  const left = startOf(x, frame.width, across(area.east));
  const top = startOf(y, frame.height, down(area.south));
  return (
    <svg
      className="home-map"
      viewBox={`${left} ${top} ${frame.width} ${frame.height}`}
      role="img"
      fontSize="14"
      textAnchor="middle"
      fill="var(--text)"
      aria-label={`A map of the area with a mark about where ${name} stands`}
    >
      <polyline points={line(river)} fill="none" stroke={water} strokeWidth="5" />
      {lakes.map(([latitude, longitude]) => (
        <ellipse key={latitude} fill={water} cx={across(longitude)} cy={down(latitude)} rx="14" ry="9" />
      ))}
      {roads.map((road) => (
        <polyline key={line(road)} points={line(road)} fill="none" stroke="var(--field)" />
      ))}
      {peaks.map(([peak, latitude, longitude]) => (
        <g key={peak} transform={`translate(${across(longitude)} ${down(latitude)})`}>
          <path fill="var(--haze)" stroke="var(--textLight)" d="M-13 8L0-12 13 8z" />
          <text y="24">{peak}</text>
        </g>
      ))}
      {towns.map(([town, latitude, longitude]) => (
        <g key={town} transform={`translate(${across(longitude)} ${down(latitude)})`}>
          <circle fill="var(--text)" r="4.5" />
          <text y="-11">{town}</text>
        </g>
      ))}
      <circle cx={x} cy={y} r="26" fill="var(--accent)" opacity="0.25" />
      <circle cx={x} cy={y} r="7" fill="var(--accent)" stroke="var(--surface)" strokeWidth="2" />
    </svg>
  );
}
