/** The server's bundle: everything that runs in Node in one file for each entry. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { keepOwnMappings } from './ownMappings.ts';
import { production } from './production.mjs';

/** Packages that stay outside the server bundle: native ones, and those that most processes never load. */
const serverExternals = ['sharp', 'pino-pretty', '@sentry/node', '@sentry/profiling-node'];

/**
 * Imported or required by name, a module of Node's is read with every export of it, and some of them load others: all
 * of Web Crypto, and of HTTP a whole second client and a parser in WebAssembly, alone a fifth of a start. Asked for
 * in this way, only what is named is read.
 */
const leanBuiltins = {
  name: 'lean-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z]/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return;
      const name = path.replace(/^node:/, '');
      return { path: name, namespace: kind === 'require-call' ? 'required' : 'imported', sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }));
    // One pure call for each export: what nobody imports is shaken off, and never read.
    onLoad({ filter: /.*/, namespace: 'imported' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(`node:${path}`)).filter(
        (name) => name !== 'default',
      );
      const exports = names.map((name) => `const $${name} = /* @__PURE__ */ read('${name}');`);
      const named = names.map((name) => `$${name} as ${name}`);
      return {
        contents: `const builtin = process.getBuiltinModule('node:${path}');
const read = (name) => builtin[name];
export default builtin;
${exports.join('\n')}
export { ${named.join(', ')} };`,
      };
    });
  },
};

/**
 * Parts of packages that no call of ours reaches, half a megabyte that every start would read: the tables of Asian
 * and old encodings (forms that are not UTF-8 are refused in `requestBody.ts`, and JSON is UTF for its parser), the
 * parser of `style` attributes, which the sanitiser is never told to let through, and metrics that are pushed or
 * of many processes in one.
 */
const leaveOut = {
  name: 'leave-out',
  setup({ onLoad }) {
    const filter =
      /[\\/]node_modules[\\/](iconv-lite[\\/]encodings[\\/](dbcs-data|sbcs-data-generated)|postcss[\\/]lib[\\/]postcss|prom-client[\\/]lib[\\/](cluster|pushgateway))\.js$/;
    onLoad({ filter }, () => ({ contents: 'module.exports = {}' }));
    onLoad({ filter: /[\\/]node_modules[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(onlyServed(JSON.parse(await readFile(path, 'utf8')))),
      loader: 'json',
    }));
  },
};

/** Of the 2,500 media types that Express would sort at every start, those that a site like ours sends or is sent. */
function onlyServed(mediaTypes) {
  const served =
    /^(text\/(css|csv|html|javascript|plain|xml)|application\/(atom\+xml|javascript|json|manifest\+json|octet-stream|pdf|reports\+json|x-www-form-urlencoded|xml)|multipart\/form-data|image\/[a-z.+-]+|font\/[a-z0-9]+)$/;
  return Object.fromEntries(Object.entries(mediaTypes).filter(([type]) => served.test(type)));
}

/** Builds the entries of the server into `server/` of the build; the map of the site names our own files only. */
export async function buildServer(run, outdir, forDevelopment) {
  await run({
    ...production,
    // React Router's CommonJS files cannot be shaken: all of its browser half would come along.
    conditions: [...production.conditions, 'module', 'module-sync'],
    entryPoints: {
      main: 'server/main.ts',
      demo: 'server/demo/runDemo.ts',
      instrument: 'server/instrument.ts',
    },
    outdir: `${outdir}/server`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: serverExternals,
    plugins: [leanBuiltins, leaveOut],
    // Half the bytes to read at every start; names stay, for stacks and profiles.
    minifyWhitespace: true,
    lineLimit: 200,
    sourcemap: true,
    // The process holds its map: names and lines are what a stack needs.
    sourcesContent: false,
    // CommonJS packages inside an ES module bundle still call require.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  });
  if (!forDevelopment) await keepOwnMappings(`${outdir}/server/main.js.map`);
}

/** Two builds whose parsers are the same code can read each other's content snapshots. */
export async function digestParsers(run) {
  const result = await run({
    ...production,
    entryPoints: ['server/content/collections/collections.ts'],
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  return createHash('sha256').update(result.outputFiles[0].contents).digest('hex').slice(0, 16);
}
