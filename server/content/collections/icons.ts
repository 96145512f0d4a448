/** The icons that editors can choose. */
export const iconNames = [
  'mountain',
  'key',
  'clock',
  'shield',
  'home',
  'people',
  'tool',
  'sparkle',
  'snow',
  'leaf',
  'pin',
  'calendar',
  'heart',
  'check',
] as const;
export type IconName = (typeof iconNames)[number];
