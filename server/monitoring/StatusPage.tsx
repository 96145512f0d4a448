import type { ReactNode } from 'react';
import type { CollectionStats } from '../content/heldCollection.ts';
import type { Status } from './status.ts';

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
          <ContentAges collections={status.collections} />
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

function Services({ status }: { readonly status: Status }) {
  const { collections, hook, contact, errorReporting, redis, now } = status;
  const failing = collections.filter(({ failure }) => failure !== null).length;
  return (
    <dl className="cards">
      <Card name="Content service">
        <State isGood={failing === 0}>
          {failing === 0 ? 'responds' : `${failing} of ${collections.length} collections fail`}
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
      <Card name="Redis">
        {redis === null ? (
          'not configured'
        ) : (
          <State isGood={redis.isUp}>
            {`${redis.isUp ? 'responds' : 'does not respond'} for ${ageOf(now - redis.lastChangedAt)}`}
          </State>
        )}
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
      <Card name="Cached pages">{`${status.cachedPages}, ${megabytes(status.cachedBytes)}`}</Card>
      <Card name="Renders in flight">{status.rendersInFlight}</Card>
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

/** How old the rows of each collection are, and which could not be loaded. */
function ContentAges({ collections }: { readonly collections: readonly CollectionStats[] }) {
  return (
    <>
      <h2>Content</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Collection</th>
            <th scope="col">Rows</th>
            <th scope="col">Age</th>
            <th scope="col">Last load</th>
          </tr>
        </thead>
        <tbody>
          {collections.map(({ collection, rows, ageMs, failure }) => (
            <tr key={collection}>
              <th scope="row">{collection}</th>
              <td>{rows ?? 'none'}</td>
              <td>{ageMs === null ? 'never loaded' : ageOf(ageMs)}</td>
              <td className={failure === null ? undefined : 'bad'}>
                {failure ?? (ageMs === null ? 'not yet' : 'ok')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A moment in milliseconds since 1970 as people of any place read it: `2026-11-20 14:40:28 UTC`. */
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A length of time in milliseconds, in its largest sensible unit. */
function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
