import { definePage } from '../definePage.tsx';

/** Shown for every address that the site does not have. */
export const notFoundPage = definePage({
  styles: 'plain',
  ask: () => ({}),
  isAbsent: () => true,
  describe: () => ({ title: 'Page not found', description: null, path: null, unlisted: true }),
  View: () => <h1>Page not found</h1>,
});
