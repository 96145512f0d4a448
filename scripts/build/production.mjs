/** The oldest browsers that scripts and styles are built for. */
export const browsers = ['chrome109', 'safari16.4', 'firefox115'];

/** esbuild options that all parts of the build share. */
export const production = {
  define: { 'process.env.NODE_ENV': '"production"' },
  conditions: ['production'],
  bundle: true,
  minifySyntax: true,
  jsx: 'automatic',
  logLevel: 'warning',
};

/** The same for development: with React's checks and messages, and with the names and lines of the sources. */
export const development = {
  ...production,
  define: { 'process.env.NODE_ENV': '"development"' },
  conditions: ['development'],
  minifySyntax: false,
  logLevel: 'silent',
};
