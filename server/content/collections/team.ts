import type { TeamMember } from '../../../shared/content.ts';
import { byPlace, readId, readLine, readNumber, readRows, readText } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import { parsePicture } from '../parse/parsePicture.ts';
import { type CollectionRows, defineCollection, published } from './collection.ts';

const rows = {
  name: 'team',
  isRow: (row) => 'name' in row && 'status' in row,
  mayBeMissing: true,
} as const satisfies CollectionRows;

/** More people than a page can introduce. */
const mostMembers = 24;

/** The published members by display order; a row without a name is nobody. */
function parseTeam(value: unknown, context: ParseContext): readonly TeamMember[] {
  const members = readRows(value).flatMap((row) => {
    const [id, name] = [readId(row.id), readLine(row.name, 80)];
    if (id === null || name === null || row.status !== 'published') return [];
    const member: TeamMember = {
      id,
      name,
      role: readLine(row.role, 80),
      portrait: parsePicture(row.portrait, context),
      words: readText(row.words, 600),
    };
    return [{ id, name, place: readNumber(row.display_order), member }];
  });
  return members
    .sort(byPlace)
    .slice(0, mostMembers)
    .map(({ member }) => member);
}

/** The people of the company, shown on About. */
export const team = defineCollection({
  ...rows,
  publicRows: published,
  lists: {
    team: {
      rows,
      key: 'team',
      query: { filter: published, sort: ['display_order', 'id'] },
      isSupporting: true,
      parse: parseTeam,
    },
  },
  schema: {
    icon: 'groups',
    label: 'Team',
    singular: 'Member of the team',
    note: 'The people of the company. They stand on About, in this order; without a published one nothing stands there.',
    template: '{{name}}',
    sortField: 'display_order',
    fields: {
      id: { kind: 'id' },
      status: { kind: 'status' },
      name: { kind: 'line', required: true, width: 'half' },
      role: { kind: 'line', width: 'half', placeholder: 'Property manager' },
      portrait: {
        kind: 'picture',
        note: 'An upright picture of the face. Without it the initials stand there.',
      },
      words: { kind: 'text', note: 'Two or three sentences.', softLength: 240 },
      display_order: { kind: 'order' },
    },
  },
});
