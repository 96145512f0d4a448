import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { TitledText } from '../../content/collections/fields.ts';

/** Questions that open to their answers; a single one is open. */
export function QuestionList({ questions }: { readonly questions: readonly TitledText[] }) {
  useStyles('questions');
  return (
    <div className="question-list">
      {questions.map(({ title, text }, position) => (
        // By position: an editor may write the same question twice.
        <details key={position} open={questions.length === 1}>
          <summary>
            {title} <Icon name="chevron" />
          </summary>
          <p>{text}</p>
        </details>
      ))}
    </div>
  );
}
