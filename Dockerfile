# Two images: `api` runs every role of the product (ROLE), and `proxy` is the reverse proxy with the browser client.

# The same Node version as the tests (see package.json). Debian, because the prebuilt parts of sharp and argon2 need glibc.
FROM node:26.10.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/ensure-node.mjs scripts/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY libs/contract/package.json libs/contract/
COPY libs/domain/package.json libs/domain/
COPY test/package.json test/

FROM base AS build
RUN npm ci
COPY tsconfig.json ./
COPY apps apps
COPY libs libs
# Source maps contain the sources: they are for development only.
RUN npm run build && find apps/web/dist -name '*.map' -delete

# Without the root workspace, and so without the copy of Node that it includes for machines with an older one.
FROM base AS modules
RUN npm ci --omit=dev --ignore-scripts --workspace @tessera/api --workspace @tessera/contract --workspace @tessera/domain

FROM node:26.10.0-bookworm-slim AS api
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node -m 0700 /data /data/media /backup
WORKDIR /app
COPY --from=modules /app ./
COPY --from=build /app/libs/contract/dist libs/contract/dist
COPY --from=build /app/libs/domain/dist libs/domain/dist
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/api/bundle apps/api/bundle
COPY --from=build /app/apps/web/dist apps/web/dist
COPY scripts scripts
COPY deploy/make-bucket.mjs deploy/
# By default glibc keeps freed memory in up to eight separate pools per core.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
USER node
VOLUME ["/data"]
EXPOSE 3000
# Checks `live`, not `ready`: a node whose MongoDB is down still takes orders, and a restart would not bring MongoDB back.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Short-lived objects take at most 25 MB instead of 50; the rest is collected when it reaches 1.4 times what was in use.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--enable-source-maps", "apps/api/bundle/main.js"]

FROM caddy:2.11.4-alpine AS proxy
RUN install -d -o 1000 -g 1000 /var/lib/caddy /var/lib/caddy/data /var/lib/caddy/config
COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /app/apps/web/dist/assets /srv/assets
ENV XDG_DATA_HOME=/var/lib/caddy/data XDG_CONFIG_HOME=/var/lib/caddy/config
USER 1000:1000
VOLUME ["/var/lib/caddy"]
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8081/"]
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
