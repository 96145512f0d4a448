/** Options of esbuild that every part of the build shares. */
export const production = {
  define: { 'process.env.NODE_ENV': '"production"' },
  conditions: ['production'],
  bundle: true,
  minifySyntax: true,
  jsx: 'automatic',
  logLevel: 'warning',
};
