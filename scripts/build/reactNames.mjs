/**
 * Lets our browser code import React's names as an ES module's. React is CommonJS: every file that imports it
 * would begin with a copy of all its exports, made while the visitor waits, and every call would go through it.
 */
const names = {
  react: [
    ...['Component', 'startTransition', 'useEffect', 'useEffectEvent', 'useLayoutEffect', 'useRef'],
    ...['useState', 'useSyncExternalStore', 'useTransition'],
  ],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
  'react-dom': ['createPortal', 'flushSync'],
  'react-dom/client': ['hydrateRoot'],
};

/** The esbuild plugin. A name that is missing above fails the build. */
export const reactNames = {
  name: 'react-names',
  setup(build) {
    build.onResolve(
      { filter: /^react(-dom)?(\/client|\/jsx-runtime)?$/, namespace: 'file' },
      ({ path, importer }) => (importer.includes('node_modules') ? null : { path, namespace: 'react-names' }),
    );
    build.onLoad({ filter: /.*/, namespace: 'react-names' }, ({ path }) => ({
      contents: `import all from '${path}'; export const { ${names[path].join(', ')} } = all;`,
      resolveDir: import.meta.dirname,
    }));
  },
};
