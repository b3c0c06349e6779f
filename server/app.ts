// Builds the HTTP server with all features, sockets and checks. The caller starts listening on a port.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { getConnectionTimeoutMs, openConnectionPool } from '#server/db/connection/client.ts'
import { type CommitNotifier, createCommitNotifier } from '#server/db/connection/commit-notifier.ts'
import { startReplicaLagMonitor } from '#server/db/connection/replica.ts'
import { createUserConnectionPools } from '#server/db/connection/user-pool.ts'
import { createPresenceSocketHandlers } from '#server/features/chat/presence/presence.socket.ts'
import { registerAccessChecks } from '#server/http/access.ts'
import { registerBodyTimeout } from '#server/http/body-timeout.ts'
import { registerRoutesOfWebClientFiles } from '#server/http/client/client-files.ts'
import { registerApiDocs } from '#server/http/endpoints/api-docs.ts'
import {
  createEndpointRouteRegistrar,
  type FeatureRoutes,
  requireAllEndpointsImplemented,
} from '#server/http/endpoints/implement.ts'
import { compileResponseSerialiser } from '#server/http/endpoints/serialise.ts'
import { compileRequestValidator } from '#server/http/endpoints/validate.ts'
import {
  registerErrorHandler,
  respondToMalformedRequest,
  sendErrorResponse,
} from '#server/http/error-handler.ts'
import { registerRequestLanguage } from '#server/http/request-language.ts'
import { registerSecurityChecks } from '#server/http/security.ts'
import { runInLanguage } from '#server/language.ts'
import { startRealtimeServer } from '#server/realtime/realtime.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { setValidationMessages } from '#shared/validation.ts'
import { type Context, createContext, type DatabasePools } from './context.ts'
import type { Settings } from './env.ts'
import { badInput } from './errors.ts'
import { createCallSocketHandlers } from './features/calls/calls.socket.ts'
import { createChatSocketHandlers } from './features/chat/chat.socket.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { declaredEndpoints } from './http/declared-endpoints.ts'
import { registerMetrics } from './metrics/metrics.ts'
import type { Secret } from './secret.ts'
import { createConfiguredFileStorage } from './storage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Context for requests without an account and for sockets. Each request of a signed-in user has a separate
     * context.
     */
    context: Context
    pools: DatabasePools
    settings: Settings
    /** Origins (scheme, host and port) of web pages that may send requests that change data. */
    origins: readonly string[]
    /**
     * Connection pool for the few named prepared statements. All other queries use the query interface of a context.
     */
    pool: Pool
    /** Folder of the built client; undefined when the server serves only the API. */
    clientDir: string | undefined
    /**
     * True shortly before shutdown. Load balancers then send no new requests, and each response closes its connection.
     */
    isDraining: boolean
  }
}

export interface AppParts {
  /** Database URLs: `url` may lead to a connection pooler, `directUrl` leads to PostgreSQL itself. */
  database: { url: string; directUrl?: string; commits?: CommitNotifier }
  settings: Settings
  secret: Secret
  log: Logger
  /** Folder of the built client. Without it the server serves only the API, as most tests do. */
  clientDir?: string
}

/** In demo mode localhost and 127.0.0.1 are both allowed origins, because users type either of them. */
function listAllowedOrigins({ PUBLIC_URL, PORT, isDemo }: Settings): string[] {
  const local = [`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`]
  return [...new Set([PUBLIC_URL, ...(isDemo ? local : [])])]
}

function createServer({ settings, log }: AppParts): FastifyInstance {
  return Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.TRUST_PROXY ?? false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 64 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // A request must arrive completely within two minutes, which is enough for an upload over a slow network.
    // Node limits the time in which the headers of a request must arrive to one minute.
    requestTimeout: 120_000,
    // The request id is unique across server instances, so that the operator finds all log lines of one request by it.
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: sendErrorResponse,
    clientErrorHandler: (error, socket) =>
      runInLanguage(settings.DEFAULT_LANGUAGE, () => respondToMalformedRequest(log, error, socket)),
  })
}

/** Accepts only JSON bodies. A request without a body may still have the JSON content type. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    // Every valid request body is an object. A body of just `null` could not be distinguished from a missing body.
    parseJson(request, body as string, (error, value) =>
      value === null && !error ? done(badInput()) : done(error, value),
    )
  })
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      // Logs the route pattern, because the URL may contain personal data.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.session?.user.id,
    })
  })
}

/** Opens connection pools for user requests, with query timeouts below two seconds. */
function openConnectionPools(
  app: FastifyInstance,
  { database, settings }: AppParts,
  commits: CommitNotifier,
): DatabasePools {
  const { url, directUrl = url } = database
  const poolOptions = {
    queryTimeoutMs: settings.DATABASE_TIMEOUT_MS,
    isTransactionPooled: directUrl !== url,
    hasNoStatementNames: !settings.DATABASE_PREPARED,
  }
  const main = openConnectionPool(url, { ...poolOptions, purpose: 'app', max: 10, commits })
  const reads = openConnectionPool(url, { ...poolOptions, purpose: 'reads', max: 8, isReadOnly: true })
  const { DATABASE_REPLICA_URL: replicaUrl } = settings
  // DATABASE_REPLICA_URL may lead to a pooler in transaction mode, so its connections must suit such a pooler.
  const replicaDatabase = replicaUrl
    ? openConnectionPool(replicaUrl, {
        ...poolOptions,
        purpose: 'replica',
        isTransactionPooled: true,
        isReadOnly: true,
      })
    : undefined
  const replica = replicaDatabase && startReplicaLagMonitor(reads, replicaDatabase, app.log)
  app.addHook('onClose', async () => {
    await replica?.stop()
    await Promise.all([main.close(), reads.close(), replicaDatabase?.close()])
  })
  return {
    main,
    reads,
    replica,
    userPools: createUserConnectionPools(getConnectionTimeoutMs(settings.DATABASE_TIMEOUT_MS)),
  }
}

/** Registers the routes of all features. Fails when a declared endpoint is not implemented. */
async function addFeatures(app: FastifyInstance): Promise<void> {
  const features = import.meta.glob<{ registerRoutes?: FeatureRoutes }>('./features/*/*.routes.ts', {
    eager: true,
  })
  const implemented = new Set<Endpoint>()
  for (const [file, { registerRoutes }] of Object.entries(features)) {
    const plugin = async (scope: FastifyInstance) =>
      registerRoutes?.(createEndpointRouteRegistrar(scope, declaredEndpoints, implemented), scope)
    // Each plugin gets a name. Fastify would search all loaded modules for the file of a plugin without a name.
    await app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: file }))
  }
  requireAllEndpointsImplemented(declaredEndpoints.keys(), implemented)
}

/** Creates the complete server, except that it does not listen yet. Used by the main program and by tests. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  setValidationMessages()
  const app = createServer(parts)
  app.setValidatorCompiler(compileRequestValidator)
  app.setSerializerCompiler(compileResponseSerialiser)
  const { settings, secret, log } = parts
  const { url, directUrl = url, commits = createCommitNotifier() } = parts.database
  const pools = openConnectionPools(app, parts, commits)
  const storage = await createConfiguredFileStorage(settings)
  app.decorate('pools', pools)
  app.decorate('pool', pools.main.pool)
  app.decorate('context', createContext({ db: pools.main.db, settings, secret, storage, log }))
  app.decorate('settings', settings)
  app.decorate('origins', listAllowedOrigins(settings))
  app.decorate('isDraining', false)
  app.decorate('clientDir', parts.clientDir)
  registerMetrics(app, pools)
  acceptOnlyJson(app)
  logRequests(app)
  registerErrorHandler(app)
  await app.register(cookie)
  registerRequestLanguage(app)
  await registerSecurityChecks(app)
  registerAccessChecks(app)
  registerBodyTimeout(app)
  await registerApiDocs(app)
  await app.register(healthRoutes)
  await addFeatures(app)
  if (parts.clientDir) await registerRoutesOfWebClientFiles(app, parts.clientDir)
  const sockets = [createChatSocketHandlers, createPresenceSocketHandlers, createCallSocketHandlers]
  startRealtimeServer(app, { url: directUrl, commits }, sockets)
  return app
}
