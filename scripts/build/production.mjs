/** Options of esbuild that every part of the build shares. */
export const production = {
  define: { 'process.env.NODE_ENV': '"production"' },
  conditions: ['production'],
  bundle: true,
  minifySyntax: true,
  jsx: 'automatic',
  logLevel: 'warning',
};

/** The same for development: React's own checks and messages, and the names and lines of the sources. */
export const development = {
  ...production,
  define: { 'process.env.NODE_ENV': '"development"' },
  conditions: ['development'],
  minifySyntax: false,
  logLevel: 'silent',
};
