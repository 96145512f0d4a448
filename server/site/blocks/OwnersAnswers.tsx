import type { Picture as PictureContent } from '../../../shared/content.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import type { TitledText } from '../../content/collections/fields.ts';
import { type EditedRow, EditLink, useEditable } from '../editing.tsx';
import { NamedTexts } from './NamedTexts.tsx';
import { QuestionList } from './Questions.tsx';
import { Section } from './Section.tsx';

interface OwnersAnswersProps {
  readonly answers: readonly TitledText[];
  readonly questions: readonly TitledText[];
  /** A picture of the report that an owner gets after a visit. */
  readonly report?: PictureContent | null;
  readonly reportAddress?: string | null;
  /** The row that has these fields. */
  readonly row: EditedRow | null;
}

/** Short and long answers to owners' questions, and a sample report; parts without content are left out. */
export function OwnersAnswers({
  answers,
  questions,
  report = null,
  reportAddress = null,
  row,
}: OwnersAnswersProps) {
  const editable = useEditable();
  return (
    <>
      {answers.length > 0 && (
        <Section id="answers" title="What owners want to know first" row={row} fields={['answers']}>
          <NamedTexts items={answers.map(({ title, text }) => ({ name: title, text }))} className="facts" />
        </Section>
      )}
      {(report || reportAddress) && (
        <section className="section" aria-labelledby="report">
          <div className="container split" {...editable(row, 'sample_report', 'sample_document')}>
            {report && <Picture picture={report} sizes="(min-width: 60rem) 36rem, 90vw" ratio="landscape" />}
            <div className="stack">
              <h2 id="report">What you get in hand</h2>
              {report?.alt && <p className="lead">{report.alt}</p>}
              {reportAddress && (
                <p>
                  <A href={reportAddress} newTab>
                    Open a sample report
                  </A>
                </p>
              )}
            </div>
          </div>
        </section>
      )}
      {questions.length > 0 && (
        <section className="section" aria-labelledby="questions" {...editable(row, 'questions')}>
          <div className="container split split-wide">
            <EditLink row={row} />
            <h2 id="questions">Questions and answers</h2>
            <QuestionList questions={questions} />
          </div>
        </section>
      )}
    </>
  );
}
