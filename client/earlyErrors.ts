type Report = (error: unknown, context: Readonly<Record<string, string>>) => void;

declare global {
  interface Window {
    /** Takes an error that was found: kept until somebody sends it, the oldest few. */
    noteError?: Report;
    /** Hands over what was kept so far, and from now on everything at once. */
    sendErrors?: (report: Report) => void;
  }
}

// Part of the inline script: finds what nobody has caught from the first byte on, before any file of ours has
// arrived. Errors of foreign scripts come without an error object and say nothing.
const kept: Parameters<Report>[] = [];
window.noteError = (...one) => {
  if (kept.length < 20) kept.push(one);
};
window.sendErrors = (report) => {
  window.noteError = report;
  for (const one of kept) report(...one);
};
addEventListener('error', ({ error }) => {
  if (error) window.noteError?.(error, { kind: 'uncaught' });
});
addEventListener('unhandledrejection', ({ reason }) => {
  window.noteError?.(reason, { kind: 'rejection' });
});

export {};
