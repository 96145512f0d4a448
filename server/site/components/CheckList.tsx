import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';

/** Short lines, each with a checkmark. */
export function CheckList({ lines }: { readonly lines: readonly string[] }) {
  useStyles('checkList');
  return (
    <ul className="check-list">
      {lines.map((line, position) => (
        // By position: an editor may write a line twice, and on the server lines never move.
        <li key={position}>
          <Icon name="check" />
          {line}
        </li>
      ))}
    </ul>
  );
}
