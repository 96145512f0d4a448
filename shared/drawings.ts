/** The SVG sprite with all drawings (6 kB compressed): one request, cached for all pages. */
const drawingSheet = '/drawings.svg';

/** The drawings (`client/drawings`), each with a pattern for the subjects that it suits. */
const drawings = [
  ['snow', /snow|winter|plow|\bice\b|icy|frost|freez/],
  ['window', /window|glass|pane\b/],
  ['deck', /deck|patio|porch|stain/],
  ['house', /paint|siding|exterior|color|curb/],
  ['roofs', /hvac|heat|furnace|enclosure|roof|gutter|chimney|smoke/],
  ['room', /stag|housekeep|clean|linen|furnish|turnover|interior/],
  ['dusk', /short-term|\bstr\b|evening|dusk|light/],
  ['lake', /vacation|lake|holiday/],
  ['night', /night|star|guest|host|emergenc|arriv/],
  ['cabin', /handyman|repair|cabin|tool|fix|project/],
  ['ridges', /manage|owner|guide|looked after/],
  ['pines', /maint|tree|needle|wildfire|forest|wood/],
  ['river', /river|spring|water|pipe|plumb|sprinkler|irrigat|thaw/],
  ['desert', /desert|dust|summer|drought|landscap|yard/],
  ['meadow', /pollen|season|garden|bloom|weed/],
  ['road', /area|route|travel|remote|away|drive/],
  ['peak', /local|mountain|bend|sisters|news/],
  ['canyon', /canyon|rock|budget|price|pricing|cost|insur/],
] as const;

export type DrawingName = (typeof drawings)[number][0];

/** One way to show a drawing. */
export interface Drawing {
  readonly name: DrawingName;
  /** Mirrored and enlarged views let a long list use a drawing again without looking repetitive. */
  readonly view: 'plain' | 'mirrored' | 'near' | 'mirrored-near';
}

/** The address of a drawing for `<use>`, which lets it inherit the theme's colors. */
export function drawingAddress(name: DrawingName): string {
  return `${drawingSheet}#${name}`;
}

const views = ['plain', 'mirrored', 'near', 'mirrored-near'] as const;

export const drawingNames: readonly DrawingName[] = drawings.map(([name]) => name);

/**
 * Chooses a drawing for each subject (slugs, titles, categories), for frames without a picture. Deterministic: the
 * same subjects always get the same drawings. Each drawing goes to the first subject that it suits. The other
 * subjects share the rest: first the unused drawings, then all drawings again in the next view. Such a drawing never
 * equals the one before it, nor a suited one after it.
 *
 * @param used drawings that the page already shows elsewhere
 */
export function chooseDrawings(
  subjects: readonly string[],
  used: readonly DrawingName[] = [],
): readonly Drawing[] {
  const free = new Set(drawingNames.filter((name) => !used.includes(name)));
  const suited = subjects.map((subject) => {
    const words = subject.toLowerCase();
    const found = drawings.find(([name, pattern]) => free.has(name) && pattern.test(words))?.[0];
    if (found !== undefined) free.delete(found);
    return found;
  });
  const inView = (names: readonly DrawingName[], view: Drawing['view']) =>
    names.map((name) => ({ name, view }) as const);
  const laterViews = views.slice(1).map((view) => inView(drawingNames, view));
  let rest: readonly Drawing[] = inView([...free], 'plain');
  let last: DrawingName | undefined;
  return subjects.map((subject, position) => {
    const name = suited[position];
    const beside = [last, suited[position + 1]];
    const differing = () => rest.filter((drawing) => !beside.includes(drawing.name));
    if (name === undefined && differing().length === 0) {
      rest = [...rest, ...(laterViews.shift() ?? inView(drawingNames, 'plain'))];
    }
    const choice = differing();
    const drawing: Drawing =
      name === undefined
        ? (choice[numberOf(subject) % choice.length] ?? plainDrawing)
        : { name, view: 'plain' };
    rest = rest.filter((other) => other !== drawing);
    last = drawing.name;
    return drawing;
  });
}

/** The drawing of a frame without a chosen one. */
export const plainDrawing: Drawing = { name: 'ridges', view: 'plain' };

/** A simple hash of a text. */
function numberOf(text: string): number {
  let number = 7;
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return number;
}

/** Chooses drawings for the items without a picture; returns a lookup by item. */
export function drawingsFor<Item extends { readonly picture: unknown }>(
  items: readonly Item[],
  subjectOf: (item: Item) => string,
  used: readonly DrawingName[] = [],
): (item: Item) => Drawing | undefined {
  const bare = items.filter(({ picture }) => picture === null);
  const chosen = chooseDrawings(bare.map(subjectOf), used);
  return (item) => chosen[bare.indexOf(item)];
}
