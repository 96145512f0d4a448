import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { TeamMember } from '../../content/collections/team.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { Section } from './Section.tsx';

/** The people of the company, with initials in place of a missing portrait; nothing if there are no members. */
export function Team({ members }: { readonly members: readonly TeamMember[] }) {
  useStyles(members.length > 0 && 'team', members.length > 0 && 'person');
  const editable = useEditable();
  if (members.length === 0) return null;
  return (
    <Section id="team" title="Our team">
      <ul className="team">
        {members.map((member) => (
          <li
            key={member.id}
            className="team-member"
            {...editable(editedRow('team', member), 'name', 'role', 'words', 'portrait')}
          >
            <EditLink row={editedRow('team', member)} />
            <Portrait member={member} />
            <div>
              <h3>{member.name}</h3>
              {member.role !== null && <p className="team-role">{member.role}</p>}
              {member.words !== null && <p>{member.words}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A face, or the initials. */
export function Portrait({ member: { name, portrait } }: { readonly member: TeamMember }) {
  if (portrait === null) {
    return (
      <div className="team-initials" aria-hidden="true">
        {initialsOf(name)}
      </div>
    );
  }
  return (
    <Picture
      picture={portrait}
      // A landscape picture is twice as wide as the part that a portrait frame shows of it.
      sizes="(min-width: 61rem) 46rem, (min-width: 40rem) 88vw, 14rem"
      ratio="portrait"
      decorative
    />
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '');
  return letters.join('').toUpperCase();
}
