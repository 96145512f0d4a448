import { valueIn } from '../../content/siteContent.ts';
import { useSite } from '../siteContext.ts';

/** How soon the company says that it answers; nothing where it does not. */
export function AnswerPromise() {
  const promise = valueIn(useSite().settings)?.answerPromise ?? null;
  return promise === null ? null : <p className="lead answer-promise">{promise}</p>;
}
