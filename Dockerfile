# Two images from one file:
#   docker build -t frontdesk .               the server, with production dependencies alone
#   docker build --target test .              every gate, as a fresh machine runs them
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

# The Debian packages that the tests need, and then all that holds the product.
FROM base AS test
COPY . .
RUN .ci/packages
RUN .ci/run

FROM base AS modules
COPY package.json package-lock.json .npmrc ./
COPY vendor ./vendor
# The image brings the pinned Node: the packages that carry it for other machines stay out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY vendor ./vendor
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM base AS server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=modules /app/node_modules ./node_modules
# node_modules/postgres is a link to vendor/postgres.
COPY vendor ./vendor
COPY package.json LICENSE ./
COPY migrations ./migrations
COPY shared ./shared
COPY server ./server
COPY widget ./widget
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/main.ts"]
