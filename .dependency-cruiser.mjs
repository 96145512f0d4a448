/**
 * The module map: each folder, and the folders that it may import from. `npm run lint` fails on any other import
 * between them. A folder may list only folders above it, so that the map cannot contain a cycle.
 */
const folders = {
  // Browser and server: contracts, small components, islands.
  'shared/': [],
  'shared/ui/': ['shared/'],
  'shared/islands/': ['shared/', 'shared/ui/'],

  // The browser.
  'client/hydration/': ['shared/', 'shared/ui/', 'shared/islands/'],
  'client/islands/': ['client/hydration/', 'shared/', 'shared/islands/', 'shared/ui/'],
  'client/telemetry/': ['client/hydration/', 'shared/'],
  'client/': ['client/islands/', 'client/hydration/', 'shared/', 'shared/islands/'],

  // The process: configuration, log, clock, start and shutdown.
  'server/process/': ['shared/'],
  // The connection to Redis, and the locks and encrypted values that replicas share through it.
  'server/redis/': ['server/process/', 'shared/'],
  // Calls to any other service: connections, timeouts, body limits.
  'server/upstream/': ['server/process/', 'shared/'],
  // Requests and responses: context, guard, limits, headers, buffered responses.
  'server/http/': ['server/process/', 'server/redis/', 'shared/'],
  // Calls to the content service: the items API.
  'server/directus/': ['server/process/', 'server/upstream/', 'shared/'],
  // Content: parses rows into our own types, combines them into one value, and loads it.
  'server/content/parse/': ['server/directus/', 'shared/'],
  // The collections of the content service, each declared once for pages, provisioning and the demo.
  'server/content/collections/': ['server/content/parse/', 'server/directus/', 'shared/'],
  'server/content/': [
    'server/content/collections/',
    'server/content/parse/',
    'server/directus/',
    'server/process/',
    'server/redis/',
    'shared/',
  ],
  // Previews of unpublished content for editors: their keys and content.
  'server/editors/': [
    'server/content/',
    'server/content/collections/',
    'server/content/parse/',
    'server/directus/',
    'server/process/',
    'server/upstream/',
    'shared/',
  ],
  // Counters, error reporting and traces.
  'server/telemetry/': ['server/http/', 'server/process/', 'server/upstream/', 'shared/'],
  // Pictures of the content service.
  'server/media/': ['server/directus/', 'server/http/', 'server/process/', 'server/upstream/', 'shared/'],
  // Contact requests: sends enquiries and reads their status.
  'server/contact/': [
    'server/directus/',
    'server/http/',
    'server/process/',
    'server/redis/',
    'server/telemetry/',
    'server/upstream/',
    'shared/',
  ],
  // Site search: an index of the text of all pages.
  'server/search/': [
    'server/content/',
    'server/content/collections/',
    'server/content/parse/',
    'server/process/',
    'shared/',
  ],
  // Pages, layout, components, blocks of editors: React that only the server renders, as functions of address and content.
  'server/site/': [
    'server/content/',
    'server/content/collections/',
    'server/content/parse/',
    'server/editors/',
    'server/search/',
    'shared/',
    'shared/ui/',
    'shared/islands/',
  ],
  // Rendering: from an address to a response.
  'server/render/': [
    'server/site/',
    'server/editors/',
    'server/content/',
    'server/content/collections/',
    'server/search/',
    'server/telemetry/',
    'server/http/',
    'server/process/',
    'shared/',
  ],
  // For editors: the doctor page, which lists problems of the content.
  'server/doctor/': [
    'server/editors/',
    'server/render/',
    'server/site/',
    'server/content/',
    'server/content/collections/',
    'server/content/parse/',
    'server/directus/',
    'server/upstream/',
    'server/process/',
    'shared/',
    'shared/ui/',
  ],
  // Brings new content to the pages that show it: re-rendering, purging the CDN.
  'server/publishing/': [
    'server/render/',
    'server/site/',
    'server/content/',
    'server/content/collections/',
    'server/content/parse/',
    'server/directus/',
    'server/media/',
    'server/http/',
    'server/upstream/',
    'server/process/',
    'shared/',
  ],
  // For operators: metrics and the status page.
  'server/monitoring/': [
    'server/doctor/',
    'server/search/',
    'server/telemetry/',
    'server/media/',
    'server/content/',
    'server/redis/',
    'server/process/',
  ],
  // One file for each group of endpoints.
  'server/routes/': [
    'server/publishing/',
    'server/doctor/',
    'server/search/',
    'server/editors/',
    'server/render/',
    'server/site/',
    'server/contact/',
    'server/media/',
    'server/telemetry/',
    'server/content/',
    'server/content/collections/',
    'server/directus/',
    'server/http/',
    'server/redis/',
    'server/upstream/',
    'server/process/',
    'shared/',
  ],
  // The embedded content and contact services. The site does not import them; tests make them fail.
  'server/demo/': ['server/content/collections/', 'server/editors/', 'shared/'],
  // main.ts, app.ts, dependencies.ts, instrument.ts: they assemble the site. Nothing imports them.
  'server/': ['server/(?!demo/)', 'shared/'],
};

// Checks the order of the map: a folder may not import one that is listed below it.
const product = Object.keys(folders);
for (const [place, name] of product.entries()) {
  const below = folders[name].find((from) => product.indexOf(from) > place);
  if (below !== undefined) throw new Error(`${name} lists ${below}, which stands below it in the map.`);
}

/** Folders outside of the product, and what each may import besides itself. The product imports none of them. */
const outside = {
  // The build reads the browser's files but imports none of them.
  'scripts/build/': ['shared/'],
  // Prepares a Directus for the site, from the declarations of the collections and nothing else of the server.
  'provisioning/': ['server/content/collections/', 'shared/'],
  'scripts/directus/': ['provisioning/', 'server/demo/', 'server/process/'],
  'scripts/': [
    'provisioning/',
    'server/content/collections/',
    'scripts/build/',
    'scripts/directus/',
    'server/demo/',
    'server/editors/',
    'server/process/',
    'shared/',
  ],
  'deploy/': [],
  // Measures the built site from the outside.
  'bench/': ['scripts/', 'tests/support/browser', 'server/demo/', 'shared/'],
  // Injects faults into the built site under load, also from the outside.
  'tests/faults/': [
    'bench/',
    'scripts/',
    'tests/support/',
    'server/content/collections/',
    'server/demo/',
    'shared/',
  ],
  'tests/': ['(server|client|shared|scripts|provisioning)/'],
};

const names = [...product, ...Object.keys(outside)];

/** A pattern for the files of a folder, without those of the listed folders inside it. */
const filesOf = (folder) => {
  const inner = names.filter((name) => name !== folder && name.startsWith(folder));
  const without = inner.length > 0 ? `(?!${inner.map((name) => name.slice(folder.length)).join('|')})` : '';
  return `^${folder}${without}`;
};
const ours = '^(server|client|shared|tests|scripts|provisioning|bench|deploy)/';

export default {
  forbidden: [
    ...Object.entries({ ...folders, ...outside }).map(([folder, others]) => ({
      name: `imports-of-${folder.slice(0, -1).replaceAll('/', '-')}`,
      severity: 'error',
      from: { path: filesOf(folder) },
      to: {
        path: ours,
        pathNot: [
          filesOf(folder),
          ...others.map((name) => (names.includes(name) ? filesOf(name) : `^${name}`)),
        ],
      },
    })),
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circles-between-folders',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(server|client|shared)' },
      to: { circular: true },
    },
    {
      name: 'no-node-in-browsers',
      severity: 'error',
      from: { path: '^(client|shared)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'every-import-is-there',
      severity: 'error',
      // These two have packages of their own, which lint does not install.
      from: { pathNot: '^(bench|deploy)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // ESM-only packages declare their files by export conditions.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
