import { A } from '../../../shared/ui/A.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Service } from '../../content/collections/services.ts';
import { type EditedRow, EditLink, editedRow, useEditable } from '../editing.tsx';
import { NamedTexts } from './NamedTexts.tsx';
import { QuestionList } from './Questions.tsx';
import { Section } from './Section.tsx';

interface AnswersProps {
  readonly answers: readonly TitledText[];
  /** The row that has them. */
  readonly row: EditedRow | null;
}

/** Short answers to owners' questions; nothing if there are none. */
export function Answers({ answers, row }: AnswersProps) {
  if (answers.length === 0) return null;
  return (
    <Section id="answers" title="What owners want to know first" row={row} fields={['answers']}>
      <NamedTexts items={answers.map(({ title, text }) => ({ name: title, text }))} className="facts" />
    </Section>
  );
}

/** A sample of the report that an owner gets after a visit; nothing if there is none. */
export function SampleReport({ service }: { readonly service: Service }) {
  const { sampleReport: picture, sampleDocument: address } = service;
  const mark = useEditable()(editedRow('services', service), 'sample_report', 'sample_document');
  if (!picture && !address) return null;
  return (
    <section className="section" aria-labelledby="report">
      <div className="container split" {...mark}>
        {picture && (
          <Picture picture={picture} sizes="(min-width: 60rem) 36rem, 90vw" ratio="landscape" decorative />
        )}
        <div className="stack">
          <h2 id="report">What you get in hand</h2>
          {picture?.alt && <p className="lead">{picture.alt}</p>}
          {address && (
            <p>
              <A href={address} newTab>
                Open a sample report
              </A>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

interface QuestionsProps {
  readonly questions: readonly TitledText[];
  readonly row: EditedRow | null;
}

/** Questions of owners that open to their answers; nothing if there are none. */
export function Questions({ questions, row }: QuestionsProps) {
  const editable = useEditable();
  if (questions.length === 0) return null;
  return (
    <section className="section" aria-labelledby="questions" {...editable(row, 'questions')}>
      <div className="container split split-wide">
        <EditLink row={row} />
        <h2 id="questions">Questions and answers</h2>
        <QuestionList questions={questions} />
      </div>
    </section>
  );
}
