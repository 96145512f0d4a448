import type { IconName } from '../../content/collections/icons.ts';
import type { HeroFeature } from '../../content/collections/pages.ts';

/** The icons of hero features, each one path in a 24 by 24 view box. */
const paths: Readonly<Record<IconName, string>> = {
  mountain: 'M4 18.5l6-13 3.6 7 1.9-2.5 4.5 8.5zM7.2 11.5l1.9 1.8 1.9-1.8h2',
  key: 'M13.3 9.9a5 5 0 10-3.4 3.4l2.1 2.2h2.4v2.4h2.4V20h3.7v-3.3zM7 7.5h.01',
  clock: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.5l3 2',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  people:
    'M9 11a3 3 0 100-6 3 3 0 000 6zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5.5a3 3 0 010 5.5M17.5 14.5c2.5.7 3.5 2.5 3.5 5.5',
  tool: 'M14 7a4 4 0 015-3l-2.5 2.5 1 1L20 5a4 4 0 01-5.5 5L7 17.5A1.8 1.8 0 114.5 15L12 7.5',
  sparkle:
    'M11 4l1.7 4.8L17.5 11l-4.8 1.7L11 18l-1.7-5.3L4.5 11l4.8-2.2zM18.5 4v4M16.5 6h4M19 16v3m-1.5-1.5h3',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5',
  leaf: 'M5 19C4 9 10 4 20 4c0 10-5 15-13 14M5 21c1-5 4-8 8-10',
  pin: 'M12 21c5-5 7-8 7-11a7 7 0 10-14 0c0 3 2 6 7 11zM12 12.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3.5V8M16 3.5V8M8 14h3M8 17h6',
  heart: 'M12 20C6 15.5 3.5 12.5 3.5 9A4.3 4.3 0 0112 7.5 4.3 4.3 0 0120.5 9c0 3.5-2.5 6.5-8.5 11z',
  check: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM8 12.5l2.7 2.7L16 9.5',
};

/** A decorative icon for a short statement. */
export function FeatureIcon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon feature-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** Word beginnings that select an icon ("service" must not match "ice"); the first matching entry wins. */
const words: readonly (readonly [RegExp, IconName])[] = [
  [/\b(24|hour|clock|day and night|around the clock|fast|quick|respon|on time)/, 'clock'],
  [/\b(trust|licen[sc]|insur|secur|safe|reliab|guarant)/, 'shield'],
  [/\b(keys?\b|access|check-?in)/, 'key'],
  [/\b(snow|winter|icy?\b|ice\b|plow|frost)/, 'snow'],
  [/\b(clean|window|spotless|sparkl|housekeep)/, 'sparkle'],
  [/\b(repair|maint|handy|fix|deck|paint|hvac|tool)/, 'tool'],
  [/\b(book|calendar|schedul|stay|guest)/, 'calendar'],
  [/\b(mountain|peak|cascade|weather|outdoor)/, 'mountain'],
  [/\b(green|eco\b|eco-|garden|landscap|trees?\b|nature)/, 'leaf'],
  [/\b(local|area|neighbo|oregon|bend\b|town)/, 'pin'],
  [/\b(team|crew|people|staff|expert|family)/, 'people'],
  [/\b(care|love|friend|welcom)/, 'heart'],
  [/\b(home|house|propert|rental|cabin|office)/, 'home'],
];

/** The icon that a text suggests. */
export function iconFor(text: string): IconName {
  const lower = text.toLowerCase();
  return words.find(([pattern]) => pattern.test(lower))?.[1] ?? 'check';
}

/** The mark of a hero feature: the editor's choice, else the icon that its text suggests. */
export function FeatureMark({ feature: { icon, text } }: { readonly feature: HeroFeature }) {
  if (icon && 'sign' in icon) {
    return (
      <span className="feature-icon feature-sign" aria-hidden="true">
        {icon.sign}
      </span>
    );
  }
  return <FeatureIcon name={icon?.drawing ?? iconFor(text)} />;
}
