import { A } from '../../../shared/ui/A.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Service } from '../../content/collections/services.ts';
import { type EditedRow, EditLink, editedRow, useEditable } from '../editing.tsx';
import { moneyText } from '../money.ts';
import { NamedTexts } from './NamedTexts.tsx';
import { QuestionList } from './Questions.tsx';
import { Section } from './Section.tsx';

interface AnswersProps {
  readonly answers: readonly TitledText[];
  /** The row that has them. */
  readonly row: EditedRow<'pages' | 'services'> | null;
}

/** Short answers to owners' questions; nothing if there are none. */
export function Answers({ answers, row }: AnswersProps) {
  useStyles(answers.length > 0 && 'facts');
  if (answers.length === 0) return null;
  return (
    <Section id="answers" title="What owners want to know first" row={row} fields={['answers']}>
      <NamedTexts items={answers.map(({ title, text }) => ({ name: title, text }))} className="facts" />
    </Section>
  );
}

/** A sample of the report that an owner gets after a visit, as a sheet; else its picture; nothing if there is none. */
export function SampleReport({ service }: { readonly service: Service }) {
  if (service.reportLines.length > 0) return <ReportSheet service={service} />;
  return <PicturedReport service={service} />;
}

function ReportSheet({ service }: { readonly service: Service }) {
  useStyles('sheet', 'panel', 'figures');
  const { reportTitle, reportWalker, reportLines, sampleDocument } = service;
  const mark = useEditable()(editedRow('services', service), 'reportTitle', 'reportLines');
  const costs = reportLines.flatMap(({ cost }) => cost?.amount ?? []);
  return (
    <section className="section report-sheet" aria-labelledby="report">
      <div className="container split split-wide" {...mark}>
        <div className="stack">
          <h2 id="report">What you get in hand</h2>
          <p className="lead">This is what arrives after a visit.</p>
          {sampleDocument && <SampleLink address={sampleDocument} />}
        </div>
        <div className="panel sheet">
          {reportTitle && <h3>{reportTitle}</h3>}
          <table className="figures">
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Part of the house</th>
                <th scope="col">State</th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {reportLines.map(({ item, state, note, cost }, at) => (
                // By position: an editor may write the same line twice.
                <tr key={at}>
                  <th scope="row">
                    {item} {note && <small>{note}</small>}
                  </th>
                  <td className={state === null ? undefined : `state-${state}`}>{state}</td>
                  <td>{cost && moneyText(cost, costs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {reportWalker && <p>{`Walked by ${reportWalker}`}</p>}
        </div>
      </div>
    </section>
  );
}

function SampleLink({ address }: { readonly address: string }) {
  return (
    <p>
      <A href={address} newTab>
        Open a sample report
      </A>
    </p>
  );
}

function PicturedReport({ service }: { readonly service: Service }) {
  const { sampleReport: picture, sampleDocument: address } = service;
  const mark = useEditable()(editedRow('services', service), 'sampleReport', 'sampleDocument');
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
          {address && <SampleLink address={address} />}
        </div>
      </div>
    </section>
  );
}

interface QuestionsProps {
  readonly questions: readonly TitledText[];
  readonly row: EditedRow<'pages' | 'services'> | null;
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
