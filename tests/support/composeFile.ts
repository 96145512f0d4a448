import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { parse } from 'yaml';

// The schema of the Compose specification, as packaged by a linter. `docker compose config` validates against it too,
// but has no npm package of its own.

const require = createRequire(import.meta.url);
const linter = path.dirname(require.resolve('dclint/package.json'));
const specification: Record<string, unknown> = JSON.parse(
  readFileSync(path.join(linter, 'schemas/compose.schema.json'), 'utf8'),
);

const ajv = new Ajv({ allErrors: true, strict: false });
// Without `$schema`, which names draft 7 in a form that ajv does not know; draft 7 is ajv's default.
const { $schema: _dialect, ...schema } = specification;
const isComposeFile = ajv.compile(schema);

const text = v.record(v.string(), v.unknown());
// The schema accepts any text for these two; Compose itself checks their format.
const duration = v.pipe(v.string(), v.regex(/^(\d+(us|ms|s|m|h))+$/));
const port = v.pipe(v.string(), v.regex(/^([\d.]+:)?(\d+:)?\d+(\/(tcp|udp))?$/));
const healthcheck = v.object({
  interval: v.optional(duration),
  timeout: v.optional(duration),
  start_period: v.optional(duration),
});
const service = v.object({
  image: v.optional(v.string()),
  build: v.optional(v.object({ target: v.string() })),
  restart: v.optional(v.string()),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() }))),
  command: v.optional(v.array(v.string())),
  environment: v.optional(text),
  ports: v.optional(v.array(port)),
  volumes: v.optional(v.array(v.string())),
  healthcheck: v.optional(healthcheck),
  read_only: v.optional(v.boolean()),
  cap_drop: v.optional(v.array(v.string())),
  stop_grace_period: v.optional(duration),
});
const composeFile = v.object({
  services: v.record(v.string(), service),
  volumes: v.optional(text),
});

/** The parts of the file that our tests read, with its variables filled in. */
export type ComposeFile = v.InferOutput<typeof composeFile>;

/**
 * Reads a Compose file as `docker compose config` does: `${NAME:-default}` becomes the variable where that is
 * set and not empty, else the default; `${NAME}` without either becomes nothing.
 * @throws when the Compose specification does not allow it; the message lists every problem
 */
export function readComposeFile(
  source: string,
  variables: Readonly<Record<string, string>> = {},
): ComposeFile {
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replace(
        /\$\{(\w+)(?::-([^}]*))?\}/g,
        (_all, name, fallback = '') => variables[name] || fallback,
      );
    }
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
  };
  const file = put(parse(source, { merge: true }));
  if (isComposeFile(file)) return v.parse(composeFile, file);
  throw new Error(`No Compose file: ${ajv.errorsText(isComposeFile.errors, { dataVar: 'compose.yaml' })}`);
}
