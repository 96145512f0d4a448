const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type DayName = (typeof dayNames)[number];

/** The opening and closing time (`HH:MM`, 24 hours) of these days. */
interface OpeningHours {
  readonly dayOfWeek: readonly DayName[];
  readonly opens: string;
  readonly closes: string;
}

const day = dayNames.join('|');
const time = '(\\d{1,2})(?::(\\d{2}))? ?([ap])\\.?m\\b\\.?';
const stretch = new RegExp(
  `\\b(${day})s?(?: (?:to|through|and) (${day})s?)?,? (?:from )?${time} (?:to|until|-|–) ${time}`,
  'gi',
);

/**
 * Parses opening hours from an editor's text, such as `Monday to Friday, 8 am to 5 pm`, also several in a row. Text
 * in any other form is ignored.
 */
export function openingHoursOf(text: string): readonly OpeningHours[] {
  return [...text.matchAll(stretch)].flatMap(([, from = '', to = '', ...times]) => {
    const first = indexOf(from);
    const last = to === '' ? first : indexOf(to);
    const opens = clock(times.slice(0, 3));
    const closes = clock(times.slice(3, 6));
    if (last < first || opens === null || closes === null) return [];
    return [{ dayOfWeek: dayNames.slice(first, last + 1), opens, closes }];
  });
}

const indexOf = (name: string): number =>
  dayNames.findIndex((one) => one.toLowerCase() === name.toLowerCase());

function clock([hour = '', minute = '00', half = '']: readonly (string | undefined)[]): string | null {
  const hours = Number(hour);
  if (hours < 1 || hours > 12 || Number(minute) > 59) return null;
  const of24 = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(of24).padStart(2, '0')}:${minute}`;
}
