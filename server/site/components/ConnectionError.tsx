import { useStyles } from '../../../shared/useStyles.ts';

/** The wording of the specification, shown wherever content is missing. */
export const unreachableText = 'Directus is unreachable.';

export type ConnectionErrorVariant = 'inline' | 'block' | 'section' | 'hero';

/** Says that the content service cannot be reached, sized for the place where content is missing. */
export function ConnectionError({ variant }: { readonly variant: ConnectionErrorVariant }) {
  useStyles('notices');
  if (variant === 'inline')
    return <span className="connection-error connection-error-inline">{unreachableText}</span>;
  return (
    <div className={`connection-error connection-error-${variant}`} role="status">
      {variant === 'section' && <h2>Connection Error</h2>}
      <p>{unreachableText}</p>
    </div>
  );
}
