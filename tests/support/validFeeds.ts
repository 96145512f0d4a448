import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

const schemaFile = (fileName: string) => ({
  fileName,
  contents: readFileSync(new URL(`schemas/${fileName}`, import.meta.url), 'utf8'),
});

const imported = (namespace: string, fileName: string) =>
  `<xsd:import namespace="${namespace}" schemaLocation="${fileName}"/>`;
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const sitemapSchema = (main: string) => ({
  schema: [
    `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">${imported(sitemapNamespace, main)}${imported(
      'http://www.google.com/schemas/sitemap-image/1.1',
      'sitemap-image.xsd',
    )}</xsd:schema>`,
  ],
  preload: [schemaFile(main), schemaFile('sitemap-image.xsd')],
});

const schemas = {
  sitemap: sitemapSchema('sitemap.xsd'),
  sitemapIndex: sitemapSchema('siteindex.xsd'),
  atom: { schema: [schemaFile('atom.rng')], extension: 'relaxng' as const },
};

/** The errors that libxml2 finds in a text by the published schema. */
export async function xmlProblems(text: string, kind: keyof typeof schemas): Promise<readonly string[]> {
  const xml = { fileName: 'text.xml', contents: text };
  const { errors } = await validateXML({ xml: [xml], ...schemas[kind], maxMemoryPages: 16_384 });
  return errors.map(({ message }) => message);
}
