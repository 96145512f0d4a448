import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
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

const address = { type: 'string', pattern: '^https?://' };
const day = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
};
const names = { type: 'array', items: { type: 'string' } };
const authors = {
  type: 'array',
  items: { type: 'object', minProperties: 1, properties: { name: { type: 'string' } } },
};

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), with the parts that the site writes and no others. */
const validateJsonFeed = new Ajv({ allErrors: true }).compile({
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: { type: 'string', minLength: 1 },
    home_page_url: address,
    feed_url: address,
    language: { type: 'string', pattern: '^[a-z]{2}(-[A-Z]{2})?$' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'content_html'],
        additionalProperties: false,
        properties: {
          id: address,
          url: address,
          tags: names,
          authors,
          title: { type: 'string' },
          content_html: { type: 'string' },
          summary: { type: 'string' },
          date_published: day,
          date_modified: day,
        },
      },
    },
  },
});

/** What is wrong with a text as a JSON Feed. */
export function jsonFeedProblems(text: string): readonly string[] {
  validateJsonFeed(JSON.parse(text));
  return (validateJsonFeed.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
