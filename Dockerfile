# The site's image, in five stages; `--target provision` is the one that prepares a Directus.

# The image that runs now, if there is one: pages that are open still name its hashed files, and get them from the
# next image too with --build-arg PREVIOUS_IMAGE=...
ARG PREVIOUS_IMAGE=base

FROM node:24.21.0-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# What the running site needs. No install script runs: none of these packages has one that does anything here. The
# libraries that sharp loads are optional packages of it; what else is optional goes: the packaged Node, and the compiler
# that a package can check its types with.
# The secret is the certificate authority of a company's proxy, where there is one; npm does without the file otherwise.
FROM base AS dependencies
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=certificates npm ci --cafile=/run/secrets/certificates --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/typescript node_modules/.bin/ts*

FROM ${PREVIOUS_IMAGE} AS previous
RUN mkdir -p dist/static

# Everything, to build with; the packaged Node of the lockfile is not needed here.
FROM base AS build
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=certificates npm ci --cafile=/run/secrets/certificates --include=dev --ignore-scripts --no-audit --no-fund
# The list of what production runs (CycloneDX), which the image keeps.
COPY deploy/package.json deploy/package-lock.json ./deploy/
RUN --mount=type=secret,id=certificates npm ci --prefix deploy --cafile=/run/secrets/certificates --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && deploy/node_modules/.bin/cyclonedx-npm --package-lock-only --omit dev optional --output-reproducible --output-file sbom.cdx.json
COPY build.mjs tsconfig.json ./
COPY scripts/siteStart.mjs ./scripts/siteStart.mjs
COPY scripts/childProcesses.ts ./scripts/childProcesses.ts
COPY scripts/build ./scripts/build
COPY client ./client
COPY shared ./shared
COPY server ./server
COPY --from=previous /app/dist/static ./dist/static
RUN node build.mjs
# The embedded services are for demonstrations, and the bundle's list of parts is for the tests.
RUN rm dist/server/demo.js dist/server/demo.js.map dist/browser-metafile.json

# Prepares a Directus for the site, once: collections, access, the demo content with its pictures, the Flow.
FROM build AS provision
COPY scripts ./scripts
USER 1000:1000
CMD ["node", "scripts/provisionDirectus.ts"]

FROM base AS site
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sbom.cdx.json ./
COPY package.json LICENSE ./
# For a content snapshot: a volume that is put here is the site's own.
RUN install -d -o 1000 -g 1000 data
# Threads share their memory pools, and what the start has freed goes back to the system: some 20 MB.
ENV MALLOC_ARENA_MAX=2
ENV MALLOC_TRIM_THRESHOLD_=1048576
USER 1000:1000
EXPOSE 3000
# The probe is Node itself: the image has no other program that speaks HTTP.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Half of the container's memory is for objects; pages, pictures and compression live beside them. The young
# generation stays small: the objects of a response are garbage at once.
CMD ["node", "--max-old-space-size-percentage=50", "--min-semi-space-size=4", "--max-semi-space-size=4", "--import", "./dist/server/instrument.js", "dist/server/main.js"]
