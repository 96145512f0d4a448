# The site's image; `--target provision` builds the image that prepares a Directus.

# The image that is in use now, if any: with --build-arg PREVIOUS_IMAGE=... the new image also has its hashed files,
# which open pages still request.
ARG PREVIOUS_IMAGE=base

FROM node:24.21.0-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# The packages of the running site. They need no install scripts, nor optional packages: the packaged Node.
# The secret is the certificate authority of a company proxy, if any; otherwise npm works without the file.
FROM base AS dependencies
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=certificates npm ci --cafile=/run/secrets/certificates --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${PREVIOUS_IMAGE} AS previous
RUN mkdir -p dist/static

# All packages, to build with.
FROM base AS build
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=certificates npm ci --cafile=/run/secrets/certificates --include=dev --ignore-scripts --no-audit --no-fund
# The SBOM of the production packages (CycloneDX), which the image keeps.
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
# The embedded services are for demos, and the metafile is for the tests.
RUN rm dist/server/demo.js dist/server/demo.js.map dist/browser-metafile.json

# Prepares a Directus for the site, once: collections, access, the demo content with its pictures, the Flow.
FROM build AS provision
COPY scripts ./scripts
COPY provisioning ./provisioning
USER 1000:1000
CMD ["node", "scripts/provisionDirectus.ts"]

FROM base AS site
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sbom.cdx.json ./
COPY package.json LICENSE ./
# For the content snapshot: a new volume that is mounted here gets the site's user as its owner.
RUN install -d -o 1000 -g 1000 data
# Threads share malloc arenas, and memory that the start has freed is returned to the system: saves some 20 MB.
ENV MALLOC_ARENA_MAX=2
ENV MALLOC_TRIM_THRESHOLD_=1048576
USER 1000:1000
EXPOSE 3000
# Node itself is the probe: the image has no other HTTP client.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Half of the container's memory is for the JavaScript heap; pages, pictures and compression need memory outside of it.
# The young generation stays small, because the objects of a response soon become garbage.
CMD ["node", "--max-old-space-size-percentage=50", "--min-semi-space-size=4", "--max-semi-space-size=4", "--import", "./dist/server/instrument.js", "dist/server/main.js"]
