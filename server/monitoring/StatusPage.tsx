import type { ReactNode } from 'react';
import { StatusContent } from './StatusContent.tsx';
import type { Status } from './status.ts';
import { ageOf, megabytes, timeOf } from './statusWords.ts';

/** Where the page finds its style. */
export const statusStylePath = '/status.css';

/** The page for the people who run the site: what is up, how old content is, what has gone wrong. */
export function StatusPage({ status }: { readonly status: Status }) {
  const { release, startedAt, now, ready, errors } = status;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${ready ? 'Ready' : 'Not ready'} - Status`}</title>
        <link rel="stylesheet" href={statusStylePath} />
      </head>
      <body>
        <header>
          <h1>
            Status <State isGood={ready}>{ready ? 'ready' : 'not ready'}</State>
          </h1>
          <p>
            Release {release}, up for {ageOf(now - startedAt)} since {timeOf(startedAt)}. As of {timeOf(now)}.{' '}
            <a href="/status">Look again</a> <a href="/metrics">Metrics</a>
          </p>
        </header>
        <main>
          <Services status={status} />
          <Numbers status={status} />
          <StatusContent entries={status.entries} />
          <h2>Recent errors</h2>
          <RecentErrors errors={errors} now={now} />
        </main>
      </body>
    </html>
  );
}

function State({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
  return <strong className={isGood ? 'good' : 'bad'}>{children}</strong>;
}

function Services({ status: { entries, hook, contact, errorReporting, now } }: { readonly status: Status }) {
  const failing = entries.filter(({ hasFailed }) => hasFailed).length;
  return (
    <dl className="cards">
      <Card name="Content service">
        <State isGood={failing === 0}>
          {failing === 0 ? 'answers' : `${failing} of ${entries.length} fail`}
        </State>
      </Card>
      <Card name="Content hook">
        {!hook.isOn && 'off'}
        {hook.isOn &&
          (hook.lastCallAt === null ? 'not called yet' : `called ${ageOf(now - hook.lastCallAt)} ago`)}
      </Card>
      <Card name="Contact service">
        {contact === null ? 'not configured' : <SentAndFailed {...contact} />}
      </Card>
      <Card name="Error reporting">
        {errorReporting === null ? 'off' : <SentAndFailed {...errorReporting} />}
        {errorReporting && ` to ${errorReporting.host}`}
      </Card>
    </dl>
  );
}

function SentAndFailed({ sent, failed }: { readonly sent: number; readonly failed: number }) {
  if (sent + failed === 0) return 'nothing sent yet';
  return <State isGood={failed === 0}>{`${sent} sent, ${failed} failed`}</State>;
}

function Numbers({ status }: { readonly status: Status }) {
  return (
    <dl className="cards">
      <Card name="Requests">{status.requests.toLocaleString('en-US')}</Card>
      <Card name="Kept pages">{`${status.keptPages}, ${megabytes(status.keptBytes)}`}</Card>
      <Card name="Renders under way">{status.rendersInFlight}</Card>
      <Card name="Memory">{megabytes(status.residentBytes)}</Card>
    </dl>
  );
}

function Card({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RecentErrors({ errors, now }: { readonly errors: Status['errors']; readonly now: number }) {
  const { reported, held, recent } = errors;
  if (reported === 0) return <p>None.</p>;
  return (
    <>
      <p>{`${reported} since the start, ${held} of them logged only. The last ${recent.length}:`}</p>
      <ol className="errors">
        {recent.map(({ at, text, place, requestId }, order) => (
          <li key={`${at}-${order}`}>
            <strong>{text}</strong>
            <span>
              {[`${ageOf(now - at)} ago`, timeOf(at), place, requestId].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
