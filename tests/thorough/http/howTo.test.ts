import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killOnExit } from '../../../scripts/childProcesses.ts';
import { findFreePort, waitUntilReady } from '../../../server/demo/ports.ts';
import { launchBrowser } from '../../support/browser.ts';

// Follows the README's how-tos in a copy of the sources: no file more than they say, and then it is there.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'how-to-'));
for (const name of [
  'server',
  'client',
  'shared',
  'scripts',
  'provisioning',
  'build.mjs',
  'package.json',
  'tsconfig.json',
])
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
cpSync(path.join(root, 'README.md'), path.join(copy, 'README.md'));
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
const typescript = path.join(root, 'tests/node_modules/typescript/bin/tsc');

/** The number of files that the README says a how-to takes. */
function filesFor(what: string): number {
  const [, files] =
    new RegExp(`\\*\\*${what}\\*\\* \\((\\d) files?`).exec(readFileSync(`${root}/README.md`, 'utf8')) ?? [];
  return Number(files);
}

/** The files of each how-to that were changed or made. */
const touched = new Map<string, Set<string>>();
let howTo = '';

function write(file: string, text: string): void {
  const files = touched.get(howTo) ?? new Set();
  touched.set(howTo, files.add(file));
  writeFileSync(path.join(copy, file), text);
}

/** Replaces a text that occurs in a file of the copy. */
function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  write(file, text.replace(from, to));
}

/** The demo's content is not counted: in production it is in Directus. */
function editContent(file: string, from: string, to: string): void {
  const place = path.join(copy, 'server/demo/content', file);
  const text = readFileSync(place, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(place, text.replace(from, to));
}

function addPage(): void {
  howTo = 'Add a page';
  edit(
    'shared/paths.ts',
    "export const aboutPath = '/about';",
    "export const aboutPath = '/about';\nexport const gardensPath = '/gardens';",
  );
  const example = readFileSync(path.join(copy, 'server/site/pages/ServicesPage.tsx'), 'utf8');
  const text = example
    .replaceAll('servicesPage', 'gardensPage')
    .replaceAll('servicesPath', 'gardensPath')
    .replace("title: 'Services'", "title: 'Gardens'");
  write('server/site/pages/GardensPage.tsx', text);
  edit('server/site/routes.tsx', '  frontPath,\n', '  frontPath,\n  gardensPath,\n');
  edit(
    'server/site/routes.tsx',
    'const table = [\n',
    "const table = [\n  { name: 'gardens', path: gardensPath, page: gardensPage },\n",
  );
  edit(
    'server/site/routes.tsx',
    'import { landingPage }',
    "import { gardensPage } from './pages/GardensPage.tsx';\nimport { landingPage }",
  );
  editContent('site.yaml', '  - title: About\n', '  - title: Gardens\n    url: /gardens\n  - title: About\n');
}

function addField(): void {
  howTo = 'Add a field';
  edit(
    'server/content/collections/services.ts',
    '    sampleReport: picture(',
    "    crew: line({ label: 'Who comes', group: 'asked' }),\n    sampleReport: picture(",
  );
  // Where it is shown.
  edit(
    'server/site/pages/ServicePage.tsx',
    '      <ServiceCosts service={service} />',
    '      {service.crew && <p>{service.crew}</p>}\n      <ServiceCosts service={service} />',
  );
  editContent(
    'services/snow-removal.html',
    'title: Snow Removal\n',
    'title: Snow Removal\ncrew: The same two people each time\n',
  );
}

/** A collection of walks with a page that lists them. */
function addCollection(): void {
  howTo = 'Add a collection with a page';
  const team = readFileSync(path.join(copy, 'server/content/collections/team.ts'), 'utf8');
  write(
    'server/content/collections/walks.ts',
    team
      .replaceAll('TeamMember', 'Walk')
      .replaceAll('mostMembers', 'mostWalks')
      .replaceAll('members', 'walks')
      .replaceAll('member', 'walk')
      .replaceAll('team', 'walks')
      .replaceAll('/about', '/walks')
      .replaceAll('Team', 'Walks'),
  );
  const table = 'server/content/collections/collections.ts';
  edit(
    table,
    "import { team } from './team.ts';",
    "import { team } from './team.ts';\nimport { walks } from './walks.ts';",
  );
  edit(table, '  [team.name]: team,\n', '  [team.name]: team,\n  [walks.name]: walks,\n');
  edit(
    'shared/paths.ts',
    "export const aboutPath = '/about';",
    "export const aboutPath = '/about';\nexport const walksPath = '/walks';",
  );
  write('server/site/pages/WalksPage.tsx', walksPage);
  const routes = 'server/site/routes.tsx';
  edit(routes, '  frontPath,\n', '  frontPath,\n  walksPath,\n');
  edit(
    routes,
    'const table = [\n',
    "const table = [\n  { name: 'walks', path: walksPath, page: walksPage },\n",
  );
  edit(
    routes,
    'import { landingPage }',
    "import { walksPage } from './pages/WalksPage.tsx';\nimport { landingPage }",
  );
  const link = '  - title: Walks\n    url: /walks\n  - title: About\n';
  editContent('site.yaml', '  - title: About\n', link);
  const rows = 'walks:\n  - name: Along the river\n    words: Flat, and shaded in the morning.\nnotices:\n';
  editContent('site.yaml', 'notices:\n', rows);
}

const walksPage = `import { walksPath } from '../../../shared/paths.ts';
import { valueIn } from '../../content/siteContent.ts';
import { Section } from '../components/Section.tsx';
import { WhenLoaded } from '../components/WhenLoaded.tsx';
import { definePage, judgeOwn } from '../definePage.tsx';

/** Walks near the homes. */
export const walksPage = definePage({
  select: ({ content: { walks } }) => judgeOwn(walks, { selected: { walks } }),
  describe: ({ walks }) => ({
    title: 'Walks',
    description: \`\${valueIn(walks)?.length ?? 0} walks near our homes.\`,
    path: walksPath,
  }),
  View: ({ walks }) => (
    <Section id="walks" title="Walks">
      <WhenLoaded result={walks} notice="section">
        {(all) => all.map(({ id, name, words }) => <p key={id}>{\`\${name}: \${words}\`}</p>)}
      </WhenLoaded>
    </Section>
  ),
});
`;

/** A block of steps, on a page that has blocks. */
function addBlock(): void {
  howTo = 'Add a kind of block';
  edit(
    'server/content/collections/blocks.ts',
    '  form: defineBlock({',
    `  steps: defineBlock({
    icon: 'stairs',
    label: 'Steps',
    template: '{{title}}',
    fields: { title: title(), steps: titledTexts({ most: 10, addLabel: 'Add a step' }) },
  }),
  form: defineBlock({`,
  );
  edit(
    'server/site/blocks/pageBlocks.tsx',
    '  form: ({ id, values',
    `  steps: ({ id, values: { title, steps } }) => (
    <Beside id={id} title={title}>
      <ol>
        {steps.map((step, at) => (
          <li key={at}>{\`\${step.title}: \${step.text}\`}</li>
        ))}
      </ol>
    </Beside>
  ),

  form: ({ id, values`,
  );
  editContent(
    'pages/second-homes.html',
    'blocks:\n',
    'blocks:\n  - kind: steps\n    title: How we begin\n    steps:\n      - title: Call\n        text: Any day.\n',
  );
}

/** An island that counts clicks, on the page that was added, with a style of its own. */
function addIsland(): void {
  howTo = 'Add an island';
  write(
    'shared/islands/ClickCount.tsx',
    `import { useState } from 'react';

/** A button that says how often it was clicked. */
export function ClickCount({ noun }: { readonly noun: string }) {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{\`\${noun}: \${count}\`}</button>;
}
`,
  );
  const registry = 'shared/islands/islandRegistry.ts';
  edit(
    registry,
    "import { ContactForm } from './ContactForm.tsx';",
    "import { ClickCount } from './ClickCount.tsx';\nimport { ContactForm } from './ContactForm.tsx';",
  );
  edit(registry, '  errorTests: ErrorTests,\n', '  errorTests: ErrorTests,\n  clickCount: ClickCount,\n');
  const neighbor = readFileSync(path.join(copy, 'client/islands/bookingSearch.ts'), 'utf8');
  write('client/islands/clickCount.ts', neighbor.replaceAll('BookingSearch', 'ClickCount'));
  edit(
    'client/islands.ts',
    '  errorTests: {',
    "  clickCount: { schedule: 'interaction', load: () => import('./islands/clickCount.ts') },\n  errorTests: {",
  );
  howTo = 'its page';
  const page = 'server/site/pages/WalksPage.tsx';
  edit(page, 'import { Section }', "import { Island } from '../components/Island.tsx';\nimport { Section }");
  edit(
    page,
    '<WhenLoaded result={walks}',
    '<Island name="clickCount" props={{ noun: \'Clicks\' }} />\n      <WhenLoaded result={walks}',
  );
}

/** A style of the island. */
function addStyle(): void {
  howTo = 'Give a component a style';
  write('shared/islands/clickCount.css', '.click-count {\n  letter-spacing: 7px;\n}\n');
  edit('shared/sheets.ts', "    'errorTests',\n", "    'errorTests',\n    'clickCount',\n");
  howTo = 'the component';
  const island = 'shared/islands/ClickCount.tsx';
  edit(
    island,
    "import { useState } from 'react';",
    "import { useState } from 'react';\nimport { useStyles } from '../useStyles.ts';",
  );
  edit(island, '  const [count', "  useStyles('clickCount');\n  const [count");
  edit(island, '<button type', '<button className="click-count" type');
}

function addVariable(): void {
  howTo = 'Add an environment variable';
  edit(
    'server/process/config.ts',
    "    devPages: flag('DEV_PAGES', isDevelopment),",
    "    devPages: flag('DEV_PAGES', isDevelopment),\n    greeting: text('GREETING', 'Hello'),",
  );
  edit('README.md', '| `LOG_LEVEL`', '| `GREETING` | what a page begins with | `Hello` |\n| `LOG_LEVEL`');
}

/** Words of the company, of its region, and of what its texts say about the seasons; each becomes another. */
const oldWords: readonly (readonly [string, string])[] = [
  ['Juniper', 'Harbor'],
  ['Ridge', 'Light'],
  ['Central Oregon', 'Midcoast Maine'],
  ['Oregon', 'Maine'],
  ['Bend', 'Camden'],
  ['Sunriver', 'Rockport'],
  ['Sisters', 'Islesboro'],
  ['La Pine', 'Hope'],
  ['Redmond', 'Belfast'],
  ['Tumalo', 'Lincolnville'],
  ['Black Butte', 'Owls Head'],
  ['Deschutes', 'Megunticook'],
  ['Pacific Northwest', 'New England'],
  ['high desert', 'coast'],
  ['juniper', 'spruce'],
  ['snow', 'fog'],
  ['frost', 'storm'],
];
/** Also in content as names of drawings, icons and pictures. */
const onlyOurs = new Set(['snow', 'frost', 'juniper']);
const asWord = (word: string) => new RegExp(`\\b${word}\\b`, 'g');

/** "Move to another town": the words, the map and the content, and nothing else. */
function moveAway(): void {
  const replace = (file: string, words: typeof oldWords) => {
    const place = path.join(copy, file);
    const text = readFileSync(place, 'utf8');
    writeFileSync(
      place,
      words.reduce((made, [from, to]) => made.replace(asWord(from), to), text),
    );
  };
  for (const file of ['shared/words.ts', 'server/site/components/areaMap.ts']) replace(file, oldWords);
  const files = readdirSync(path.join(copy, 'server/demo/content'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(yaml|html)$/.test(name)))
    replace(
      `server/demo/content/${file}`,
      oldWords.filter(([word]) => !onlyOurs.has(word)),
    );
}

/** What a page says, without the addresses in it, which have the names of content files. */
const saidIn = (text: string) =>
  text.replace(/(href|src|srcset|action|content|data-\w+)="[^" ]*[/#][^"]*"|"[^" ]*[/#][^" ]*"/gi, '');

let url = '';

beforeAll(async () => {
  for (const add of [addPage, addField, addCollection, addBlock, addIsland, addStyle, addVariable, moveAway])
    add();
  const options = { cwd: copy, stdio: 'inherit' } as const;
  execFileSync(process.execPath, [typescript, '-p', '.'], options);
  execFileSync(process.execPath, ['build.mjs'], options);
  const port = await findFreePort(0);
  const { PATH } = process.env;
  const env = { PATH, PORT: String(port), HOST: '127.0.0.1', GREETING: 'Good morning', LOG_LEVEL: 'silent' };
  killOnExit(
    spawn(process.execPath, ['dist/server/demo.js'], {
      cwd: copy,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/readyz`, AbortSignal.timeout(60_000));
}, 300_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const textOf = async (address: string) => (await fetch(url + address)).text();

describe('the how-tos of the README', () => {
  it.each([
    'Add a page',
    'Add a field',
    'Add a collection with a page',
    'Add a kind of block',
    'Add an island',
    'Give a component a style',
    'Add an environment variable',
  ])('%s: with no file more', (what) => {
    expect([...(touched.get(what) ?? [])]).toHaveLength(filesFor(what));
  });

  it('make a page that is served, linked and in the sitemap, and whose address editors cannot choose', async () => {
    expect(await textOf('/gardens')).toContain('<title>Gardens');
    expect(await textOf('/')).toContain('href="/gardens"');
    expect(await textOf('/sitemap.xml')).toContain('/gardens</loc>');
    const script =
      "import { isLandingSlug } from './server/content/collections/pages.ts'; console.log(isLandingSlug('gardens'), isLandingSlug('farms'));";
    const options = { cwd: copy, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, ['--input-type=module', '--eval', script], options)).toBe(
      'false true\n',
    );
  });

  it('make a field that is shown', async () => {
    expect(await textOf('/services/snow-removal')).toContain('The same two people each time');
    expect(await textOf('/services/painting')).not.toContain('The same two people');
  });

  it('make a collection whose rows are on its page, which is linked, listed and in the sitemap', async () => {
    const page = await textOf('/walks');
    expect(page).toContain('<title>Walks');
    expect(page).toContain('content="1 walks near our homes."');
    expect(page).toContain('Along the river: Flat, and shaded in the morning.');
    expect(await textOf('/')).toContain('href="/walks"');
    expect(await textOf('/sitemap.xml')).toContain('/walks</loc>');
  });

  it('make a kind of block that a page shows', async () => {
    expect(await textOf('/second-homes')).toContain('<li>Call: Any day.</li>');
  });

  it('make an island that is on its page before it is hydrated, and whose script counts clicks', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${url}/walks`);
      const button = page.getByRole('button', { name: 'Clicks' });
      expect(await button.textContent()).toBe('Clicks: 0');
      expect(await button.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe('7px');
      await button.click();
      await expect.poll(() => button.textContent()).toBe('Clicks: 1');
    } finally {
      await browser.close();
    }
  });

  it('move to another town: no old word is left on pages, in feeds, structured data and errors', async () => {
    const [, ...listed] = (await textOf('/sitemap.xml'))
      .split('<loc>')
      .map((part) => part.split('<')[0] ?? '');
    const pages = listed.map((address) => new URL(address).pathname);
    expect(pages.length).toBeGreaterThan(50);
    const others = [
      '/no-such-page',
      '/services/none',
      '/search?q=house',
      '/feed.xml',
      '/feed.json',
      '/style',
    ];
    const found: string[] = [];
    for (const page of [...pages, ...others]) {
      const said = saidIn(await textOf(page));
      const words = oldWords.filter(([word]) => !onlyOurs.has(word));
      for (const [word] of words) {
        const place = asWord(word).exec(said)?.index;
        if (place !== undefined) found.push(`${page}: ${said.slice(Math.max(0, place - 60), place + 60)}`);
      }
    }
    expect(found).toEqual([]);
    // Whatever content says of the weather, the page of an error says what the words do.
    const [, main = ''] = /<main[\s\S]*?>([\s\S]*)<\/main>/.exec(await textOf('/no-such-page')) ?? [];
    expect(main.replace(/<[^>]*>/g, '')).not.toMatch(/snow|frost|juniper/);
  });

  it('make a variable that the configuration shows', () => {
    expect(existsSync(path.join(copy, 'dist/server/main.js'))).toBe(true);
    const env = {
      DIRECTUS_URL: 'https://content.ridge.example',
      FRONTEND_URL: 'https://www.ridge.example',
      GREETING: 'Good evening',
    };
    const output = execFileSync(process.execPath, ['dist/server/main.js', '--check'], {
      cwd: copy,
      env,
      encoding: 'utf8',
    });
    expect(output).toContain('GREETING=Good evening\n');
  });
});
