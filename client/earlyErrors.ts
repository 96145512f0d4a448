declare global {
  interface Window {
    /** Hands over what was kept so far, and from now on everything at once. */
    takeErrors?: (report: (error: unknown, kind: 'uncaught' | 'rejection') => void) => void;
  }
}

// Part of the inline script: finds what nobody has caught from the first byte on, before any file of ours has
// arrived. Errors of foreign scripts come without an error object and say nothing.
const kept: [error: unknown, kind: 'uncaught' | 'rejection'][] = [];
let report = (error: unknown, kind: 'uncaught' | 'rejection'): void => {
  if (kept.length < 10) kept.push([error, kind]);
};
addEventListener('error', ({ error }) => {
  if (error) report(error, 'uncaught');
});
addEventListener('unhandledrejection', ({ reason }) => report(reason, 'rejection'));
window.takeErrors = (next) => {
  report = next;
  for (const one of kept) next(...one);
};

export {};
