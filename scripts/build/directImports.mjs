/**
 * Lets named imports from the barrel files of `@sentry/*` lead to the files behind them. A barrel reaches
 * everything, and code splitting goes by what a file reaches: through it, error reporting, tracing and replay
 * would share one chunk of 80 kB that every visitor gets at once.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const barrel = (path) => join(import.meta.dirname, '../../node_modules/@sentry', path);

/** The packages' browser builds, as their `exports` name them for an import in production. */
const barrels = {
  '@sentry/react': barrel('react/build/esm/index.js'),
  '@sentry/browser': barrel('browser/build/npm/esm/prod/index.js'),
  '@sentry/core': barrel('core/build/esm/index.js'),
  '@sentry/core/browser': barrel('core/build/esm/browser.js'),
  '@sentry/browser-utils': barrel('browser-utils/build/esm/index.js'),
  '@sentry/replay': barrel('replay/build/npm/esm/index.js'),
};

const places = new Map();

/** Where a barrel's names come from: name → file and the name there. Its files are generated, a statement a line. */
function exportsOf(file) {
  if (places.has(file)) return places.get(file);
  const found = new Map();
  places.set(file, found);
  const text = readFileSync(file, 'utf8');
  const resolve = (target) => (target.startsWith('.') ? join(dirname(file), target) : barrels[target]);
  for (const [, names, target] of text.matchAll(/^export \{([^}]*)\} from ['"]([^'"]+)['"]/gm)) {
    const path = resolve(target);
    if (path) for (const [name, as] of specifiers(names)) found.set(as, origin(path, name));
  }
  for (const [, target] of text.matchAll(/^export \* from ['"]([^'"]+)['"]/gm)) {
    const path = resolve(target);
    if (!path) continue;
    for (const [name, place] of exportsOf(path)) if (!found.has(name)) found.set(name, place);
  }
  return found;
}

/** Follows a name through a further barrel. */
function origin(file, name) {
  const further = Object.values(barrels).includes(file) ? exportsOf(file).get(name) : undefined;
  return further ?? { file, name };
}

function specifiers(names) {
  return names
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== '')
    .map(([name, as = name]) => [name, as]);
}

const importPattern = /^import \{([^}]*)\} from ['"](@sentry\/[\w/-]+)['"];?/gm;

function rewrite(text) {
  return text.replace(importPattern, (statement, names, target) => {
    const file = barrels[target];
    if (!file) return statement;
    const known = exportsOf(file);
    return specifiers(names)
      .filter(([name]) => !name.startsWith('type '))
      .map(([name, as]) => {
        const place = known.get(name) ?? { file: target, name };
        return `import { ${place.name} as ${as} } from ${JSON.stringify(place.file)};`;
      })
      .join(' ');
  });
}

/** The esbuild plugin. */
export const directImports = {
  name: 'direct-imports',
  setup(build) {
    build.onLoad({ filter: /[\\/](client[\\/]telemetry[\\/].*\.ts|@sentry[\\/].*\.js)$/ }, ({ path }) => ({
      contents: rewrite(readFileSync(path, 'utf8')),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};
