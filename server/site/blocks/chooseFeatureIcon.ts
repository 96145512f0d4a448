import type { HeroFeature } from '../../../shared/content.ts';
import { type FeatureIconName, isFeatureIcon } from './FeatureIcon.tsx';

/** Words that call for a drawing; the first line that matches decides. */
const words: readonly (readonly [RegExp, FeatureIconName])[] = [
  [/24|hour|clock|day and night|fast|quick|respon|on time/, 'clock'],
  [/trust|licen[sc]|insur|secur|safe|reliab|guarant/, 'shield'],
  [/key|access|check-?in/, 'key'],
  [/snow|winter|ice|plow|frost/, 'snow'],
  [/clean|window|spotless|sparkl|housekeep/, 'sparkle'],
  [/repair|maint|handy|fix|deck|paint|hvac|tool/, 'tool'],
  [/book|calendar|schedul|stay|guest/, 'calendar'],
  [/mountain|peak|cascade|weather|outdoor/, 'mountain'],
  [/green|eco|garden|landscap|tree|nature/, 'leaf'],
  [/local|area|neighbo|oregon|bend\b|town/, 'pin'],
  [/team|crew|people|staff|expert|family/, 'people'],
  [/care|love|friend|welcom/, 'heart'],
  [/home|house|propert|rental|cabin/, 'home'],
];

/** The drawing for a hero feature: the one that the editor names, else one that its text suggests. */
export function chooseFeatureIcon({ icon, text }: HeroFeature): FeatureIconName {
  const named = icon?.trim().toLowerCase() ?? '';
  if (isFeatureIcon(named)) return named;
  const lower = text.toLowerCase();
  return words.find(([pattern]) => pattern.test(lower))?.[1] ?? 'check';
}
