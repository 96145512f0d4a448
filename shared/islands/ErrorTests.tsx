import { useState } from 'react';
import { useStyles } from '../useStyles.ts';

/** The tests of the error reporting test page that run in the browser. */
const tests = [
  { name: 'browser-error', label: 'Throw in the browser', text: 'An event handler throws.' },
  {
    name: 'island-error',
    label: 'Fail an island',
    text: 'An interactive part of the page throws while it renders.',
  },
] as const;

const browserError = 'Test error of the browser.';

/** Buttons that throw in an event handler and while rendering an island, to test how both are reported. */
export function ErrorTests() {
  useStyles('errorTests');
  const [failing, setFailing] = useState(false);
  const [thrown, setThrown] = useState(0);
  if (failing) throw new Error('Test error of an island.');
  const run = (name: (typeof tests)[number]['name']) => {
    if (name === 'island-error') return setFailing(true);
    setThrown(thrown + 1);
    throw new Error(browserError);
  };
  const result = thrown > 0 && `Thrown ${thrown === 1 ? 'once' : `${thrown} times`}: ${browserError}`;
  return (
    <ul className="error-test-list">
      {tests.map(({ name, label, text }) => (
        <li key={name}>
          <p id={`test-${name}`}>{text}</p>
          <button
            type="button"
            className="button"
            data-sentry-test={name}
            aria-describedby={`test-${name}`}
            onClick={() => run(name)}
          >
            {label}
          </button>
          {name === 'browser-error' && <p role="status">{result}</p>}
        </li>
      ))}
    </ul>
  );
}
