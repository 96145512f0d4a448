import type { HeroFeature } from '../../../shared/content.ts';
import { type FeatureIconName, isFeatureIcon } from './FeatureIcon.tsx';

/** Beginnings of words that call for a drawing ("service" is not "ice"); the first line that matches decides. */
const words: readonly (readonly [RegExp, FeatureIconName])[] = [
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

/** The drawing for a hero feature: the one that the editor names, else one that its text suggests. */
export function chooseFeatureIcon({ icon, text }: HeroFeature): FeatureIconName {
  const named = icon?.trim().toLowerCase() ?? '';
  if (isFeatureIcon(named)) return named;
  const lower = text.toLowerCase();
  return words.find(([pattern]) => pattern.test(lower))?.[1] ?? 'check';
}
