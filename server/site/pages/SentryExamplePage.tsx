import { sentryExamplePath } from '../../../shared/paths.ts';
import { useStyles } from '../../../shared/useStyles.ts';
import { Island } from '../components/Island.tsx';
import { definePage, type SitePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** The tests that run on the server: the last segment of the address, the button's label, and a description. */
const serverTests = [
  {
    name: 'render-error',
    label: 'Fail a server render',
    text: 'A component throws while the page is rendered.',
  },
  {
    name: 'endpoint-error',
    label: 'Fail a server endpoint',
    text: 'A request handler throws before it answers.',
  },
  {
    name: 'content-error',
    label: 'Fail a content request',
    text: 'The content service is asked for something that it refuses.',
  },
  { name: 'message', label: 'Send a test message', text: 'A message is reported, nothing fails.' },
] as const;

/** Where the form of a server test posts to. */
export const sentryTestPath = (name: (typeof serverTests)[number]['name']): string =>
  `${sentryExamplePath}/${name}`;

/**
 * For developers: makes each kind of error that must reach the error-reporting service.
 *
 * @param result the outcome of the test that has just run; null if none has
 */
export function sentryExamplePageWith(result: string | null): SitePage {
  return definePage({
    select: () => ({ kind: 'found', selected: {} }),
    describe: () => ({
      title: 'Error reporting test',
      description: 'Triggers test errors and a test message for the error-reporting service.',
      path: sentryExamplePath,
      unlisted: true,
    }),
    View: () => <SentryExample result={result} />,
  });
}

export const sentryExamplePage = sentryExamplePageWith(null);

function SentryExample({ result }: { readonly result: string | null }) {
  useStyles('textPage', 'errorTests', result !== null && 'notices');
  const { requestId } = useSite();
  return (
    <article className="container section">
      <header className="page-intro">
        <h1>Error reporting test</h1>
        <p className="lead">
          Each button makes one event of its kind. Look for it in the error-reporting service a few seconds
          later.
        </p>
        {result !== null && (
          <p className="notice notice-success" role="status">
            {result} The number of this request is <code>{requestId}</code>.
          </p>
        )}
      </header>
      <section aria-labelledby="server-tests">
        <h2 id="server-tests">On the server</h2>
        <ul className="error-test-list">
          {serverTests.map(({ name, label, text }) => (
            <li key={name}>
              <form method="post" action={sentryTestPath(name)}>
                <p id={`test-${name}`}>{text}</p>
                <button
                  type="submit"
                  className="button"
                  data-sentry-test={name}
                  aria-describedby={`test-${name}`}
                >
                  {label}
                </button>
              </form>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="browser-tests">
        <h2 id="browser-tests">In the browser</h2>
        <p>These two run in the page itself and do nothing while its script is off.</p>
        <Island name="errorTests" props={{}} />
      </section>
    </article>
  );
}
