import { useStyles } from '../../../shared/useStyles.ts';
import type { Coordinates, Home } from '../../content/collections/homes.ts';
import { area, degree, lakes, type Place, peaks, river, roads, towns } from './areaMap.ts';

const unitsPerKilometer = 5;
/** The visible part of the map. */
const frame = { width: 460, height: 300 };

const round = Math.round;
const across = (longitude: number) => round((longitude - area.west) * degree.longitude * unitsPerKilometer);
const down = (latitude: number) => round((area.north - latitude) * degree.latitude * unitsPerKilometer);
const line = (places: readonly Place[]) =>
  places.map(([latitude, longitude]) => `${across(longitude)} ${down(latitude)}`).join(' ');

/** Whether a location is within the area of the map. */
export const isOnMap = ({ latitude, longitude }: Coordinates): boolean =>
  latitude > area.south && latitude < area.north && longitude > area.west && longitude < area.east;

/** Sets a name off from the lines behind it. */
const halo = {
  paintOrder: 'stroke',
  stroke: 'var(--tint)',
  // Covers the spaces within a name too.
  strokeWidth: 10,
  strokeLinejoin: 'round',
} as const;

const water = 'var(--water)';

/** Keeps the frame within the area. */
const startOf = (middle: number, size: number, end: number) =>
  Math.max(0, Math.min(round(middle - size / 2), end - size));

/** Where a town's name stands below the town: outside of the disc around a near home, on the side away from the home. */
function labelOffset(acrossFromHome: number, downFromHome: number): number {
  if (Math.hypot(acrossFromHome, downFromHome) > 50) return -11;
  return downFromHome > 0 ? Math.max(21, 42 - downFromHome) : Math.min(-11, -32 - downFromHome);
}

/**
 * The approximate location of a home among well-known towns, roads and peaks. We draw the map ourselves, so that no
 * third party learns who looks at it. Nothing if a home has no coordinates, or they are outside of the area.
 */
export function HomeMap({
  home: { name, coordinates },
}: {
  readonly home: Pick<Home, 'name' | 'coordinates'>;
}) {
  const place = coordinates && isOnMap(coordinates) ? coordinates : null;
  useStyles(place !== null && 'homeMap');
  if (place === null) return null;
  const [x, y] = [across(place.longitude), down(place.latitude)];
  const left = startOf(x, frame.width, across(area.east));
  const top = startOf(y, frame.height, down(area.south));
  /** Whether it is far enough from the upper and lower edge for its name. */
  const hasRoom = (placeY: number) => placeY >= top + 24 && placeY <= top + frame.height - 24;
  return (
    <svg
      className="home-map"
      viewBox={`${left} ${top} ${frame.width} ${frame.height}`}
      role="img"
      fontSize="12"
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
      {peaks
        .filter(([, latitude]) => hasRoom(down(latitude)))
        .map(([peak, latitude, longitude]) => (
          <g key={peak} transform={`translate(${across(longitude)} ${down(latitude)})`}>
            <text y="24" {...halo}>
              {peak}
            </text>
            {/* After the name, whose halo reaches into it. */}
            <path fill="var(--haze)" stroke="var(--textLight)" d="M-13 8L0-12 13 8z" />
          </g>
        ))}
      <circle cx={x} cy={y} r="26" fill="var(--accent)" opacity="0.25" />
      {towns.map(([town, latitude, longitude]) => {
        const [townX, townY] = [across(longitude), down(latitude)];
        if (!hasRoom(townY)) return null;
        return (
          <g key={town} transform={`translate(${townX} ${townY})`}>
            {Math.hypot(townX - x, townY - y) > 12 && <circle fill="var(--text)" r="4.5" />}
            <text y={labelOffset(townX - x, townY - y)} {...halo}>
              {town}
            </text>
          </g>
        );
      })}
      <circle cx={x} cy={y} r="7" fill="var(--accent)" stroke="var(--surface)" strokeWidth="2" />
    </svg>
  );
}
