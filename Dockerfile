FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script here: the image has Node, and the build tools bring prebuilt binaries.
RUN npm ci --ignore-scripts
COPY tsconfig.json vite.config.ts ./
COPY scripts/bootstrap.mjs scripts/bootstrap-lock.mjs scripts/build-programs.ts scripts/replace-build.ts scripts/
COPY src src
COPY jobs jobs
COPY cli cli
COPY web web
ARG VITE_API_BASE=/api
RUN npm run build
# The image has nothing to install or build before a command: "npm run cli -- …" works in it at once.
RUN npm pkg delete scripts.prestart scripts.precli scripts.preworker

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json /app/.npmrc ./
COPY migrations migrations
COPY src src
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "--max-semi-space-size=8", "dist/programs/web.js"]
