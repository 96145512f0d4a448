import * as v from 'valibot';

// What the Compose specification says of the keys that our file uses. Strict: a key that is written wrong, or
// at the wrong depth, is refused, as it is by `docker compose config`.

const duration = v.pipe(v.string(), v.regex(/^(\d+(us|ms|s|m|h))+$/));
const scalar = v.union([v.string(), v.number(), v.boolean(), v.null_()]);
const environment = v.record(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/)), scalar);
const healthTest = v.union([
  v.string(),
  v.tupleWithRest([v.picklist(['NONE', 'CMD', 'CMD-SHELL'])], v.string()),
]);

const service = v.strictObject({
  image: v.optional(v.string()),
  build: v.optional(
    v.union([
      v.string(),
      v.strictObject({
        context: v.string(),
        dockerfile: v.optional(v.string()),
        target: v.optional(v.string()),
        args: v.optional(environment),
      }),
    ]),
  ),
  restart: v.optional(v.picklist(['no', 'always', 'on-failure', 'unless-stopped'])),
  depends_on: v.optional(
    v.record(
      v.string(),
      v.strictObject({
        condition: v.picklist(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    ),
  ),
  environment: v.optional(environment),
  ports: v.optional(v.array(v.string())),
  volumes: v.optional(v.array(v.string())),
  healthcheck: v.optional(
    v.strictObject({
      test: healthTest,
      interval: v.optional(duration),
      timeout: v.optional(duration),
      start_period: v.optional(duration),
      retries: v.optional(v.number()),
    }),
  ),
  read_only: v.optional(v.boolean()),
  tmpfs: v.optional(v.array(v.string())),
  cap_drop: v.optional(v.array(v.string())),
  security_opt: v.optional(v.array(v.string())),
  mem_limit: v.optional(v.pipe(v.string(), v.regex(/^\d+[bkmg]$/))),
  stop_grace_period: v.optional(duration),
});

const name = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9._-]+$/));

export const composeSchema = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]*$/))),
  services: v.record(name, service),
  volumes: v.optional(v.record(name, v.nullable(v.strictObject({ driver: v.optional(v.string()) })))),
});

export type ComposeFile = v.InferOutput<typeof composeSchema>;
