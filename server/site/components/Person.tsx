import { authorPath } from '../../../shared/paths.ts';
import { termSlug } from '../../../shared/terms.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { TeamMember } from '../../content/collections/team.ts';
import { type SiteContent, valueIn } from '../../content/siteContent.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { Portrait } from './Team.tsx';

/** A person of the team who answers for something. */
export interface PersonFound {
  readonly member: TeamMember;
  /** The page of what the person has written; null if there is none. */
  readonly posts: string | null;
}

/** The published person with an id; null if nobody is named, or the person has left. */
export function personOf(
  id: string | null,
  content: Pick<SiteContent, 'team' | 'blog_posts'>,
): PersonFound | null {
  const member = id === null ? undefined : valueIn(content.team)?.find((each) => each.id === id);
  if (!member) return null;
  const slug = termSlug(member.name);
  const authors = valueIn(content.blog_posts)?.terms.author.terms ?? [];
  return { member, posts: authors.some((author) => author.slug === slug) ? authorPath(slug) : null };
}

interface PersonProps {
  readonly person: PersonFound | null;
  /** What the person answers for: `this house`; null: the page is about the person. */
  readonly answersFor: string | null;
}

/** Who answers: face or initials, name, role, a few words and a link to what the person has written. */
export function Person({ person, answersFor }: PersonProps) {
  useStyles(person !== null && 'person');
  const editable = useEditable();
  if (person === null) return null;
  const { member, posts } = person;
  const [first] = member.name.split(/\s/, 1);
  return (
    <aside
      className="person"
      aria-label={member.name}
      {...editable(editedRow('team', member), 'name', 'role', 'words', 'portrait')}
    >
      <EditLink row={editedRow('team', member)} />
      <Portrait member={member} />
      <div>
        {answersFor !== null && (
          <p>
            <strong>{`${member.name} answers for ${answersFor}`}</strong>
          </p>
        )}
        {member.role !== null && <p className="team-role">{member.role}</p>}
        {member.words !== null && <p>{member.words}</p>}
        {posts !== null && answersFor !== null && (
          <p>
            <A href={posts}>{`What ${first} has written`}</A>
          </p>
        )}
      </div>
    </aside>
  );
}
