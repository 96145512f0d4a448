import { valueIn } from '../../content/siteContent.ts';
import { useEditableSettings } from '../editing.tsx';
import { useSite } from '../siteContext.ts';

/** How soon the company promises to answer; nothing if it makes no promise. */
export function AnswerPromise() {
  const promise = valueIn(useSite().settings)?.answerPromise ?? null;
  const editable = useEditableSettings();
  if (promise === null) return null;
  return (
    <p className="lead answer-promise" {...editable('answerPromise')}>
      {promise}
    </p>
  );
}
