import { field } from '../../shared/field.ts';

/** What a trace must hold for `longestTaskMs`. */
export const taskCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

const scriptNames: readonly unknown[] = [
  'FunctionCall',
  'EvaluateScript',
  'v8.evaluateModule',
  'RunMicrotasks',
];

interface Span {
  readonly name: unknown;
  /** The thread that it ran on. */
  readonly thread: string;
  /** Of a script that is called; else empty. */
  readonly scriptUrl: string;
  readonly from: number;
  readonly to: number;
  readonly processorMs: number;
}

/**
 * The processor time of the longest task in which script of a site ran, styles, layout and drawing in the same
 * task included; in milliseconds, 0 where none did. Neither what other processes did meanwhile nor the pages of
 * the browser's own surface are in it.
 *
 * @param events a trace of Chromium: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 * @param siteUrl the origin of the site
 */
export function longestTaskMs(events: readonly unknown[], siteUrl: string): number {
  const spans = events.filter((event) => field(event, 'ph') === 'X').map(readSpan);
  const ours = spans.find(({ scriptUrl }) => scriptUrl.startsWith(siteUrl));
  const onThread = spans.filter(({ thread }) => thread === ours?.thread);
  const scripts = onThread.filter(({ name }) => scriptNames.includes(name));
  const tasks = onThread.filter(
    ({ name, from, to }) =>
      name === 'RunTask' && scripts.some((script) => script.from >= from && script.to <= to),
  );
  return Math.max(0, ...tasks.map(({ processorMs }) => processorMs));
}

/** Times of a trace are in microseconds. */
function readSpan(event: unknown): Span {
  const from = Number(field(event, 'ts'));
  return {
    name: field(event, 'name'),
    thread: `${field(event, 'pid')} ${field(event, 'tid')}`,
    scriptUrl: String(field(event, 'args', 'data', 'url') ?? ''),
    from,
    to: from + Number(field(event, 'dur') ?? 0),
    processorMs: Number(field(event, 'tdur') ?? 0) / 1_000,
  };
}
