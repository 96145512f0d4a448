import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { TitledText } from '../../content/collections/fields.ts';

/** Questions that open to their answers. */
export function QuestionList({ questions }: { readonly questions: readonly TitledText[] }) {
  useStyles('questions');
  return (
    <div className="question-list">
      {questions.map(({ title, text }, position) => (
        // By position: an editor may write the same question twice.
        <details key={position}>
          <summary>
            {title} <Icon name="chevron" />
          </summary>
          <p>{text}</p>
        </details>
      ))}
    </div>
  );
}
