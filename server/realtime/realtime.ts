// Starts the Socket.IO server and forwards published events to sockets. Events are sent only after the change commits.
// When a session ends, its sockets are disconnected on every server instance.
// Events about sessions make the server check the sessions of all connected sockets.
// Sockets of sessions that ended without an event, such as expired ones, are disconnected within 5 seconds.
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { type Audience, type BusEvent, listenToEventBus } from '#server/db/bus/bus.ts'
import type { CommitNotifier } from '#server/db/connection/commit-notifier.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'
import { chooseRequestLanguage } from '#server/http/request-language.ts'
import { isAllowedOrigin } from '#server/http/security.ts'
import { splitIntoBatches } from '#server/lists.ts'
import { findSession, findUsersOfValidSessions } from '#server/sessions/sessions.service.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { languageCookie } from '#shared/language/languages.ts'
import { type ActorScope, getPermissionScopeOfActor, isSecondFactorSetupOverdue } from '#shared/policies.ts'
import { createCacheInvalidationBroadcaster } from './cache-invalidation-broadcaster.ts'
import { createCacheInvalidationHistory } from './cache-invalidation-history.ts'
import { FanOutAdapter } from './fan-out-adapter.ts'
import { measureSendBuffer, terminateConnection } from './socket-internals.ts'
import {
  type AppServer,
  type AppSocket,
  countSocketsInRoom,
  getMembersRoomName,
  getUserRoomName,
  type SocketHandlers,
} from './sockets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    io: AppServer
  }
}

const recheckInterval = 4000
const recheckBatchSize = 500
/** Delay in milliseconds before sessions are checked, so that a burst of session events causes one check. */
const recheckDelay = 300
/** Maximum number of sockets per user on one server instance. It exceeds the number of windows that users open. */
const maxSocketsPerUser = 30
/** Limits of the send buffer of one client in packets and bytes. A client above a limit is disconnected. */
const maxBufferedPackets = 1000
const maxBufferedBytes = 4 * 1024 * 1024

function getScopeRoomName(scope: ActorScope): string {
  const scopeKey = scope.over === 'country' ? scope.country : scope.over === 'club' ? scope.clubId : ''
  return `reach:${scope.over}:${scopeKey}`
}

/**
 * Names of the Socket.IO rooms that follow from id, role, offices and location of a user. When these change, the socket
 * changes rooms.
 */
function listUserRooms(user: CurrentUser): string[] {
  const scopes = [getPermissionScopeOfActor(user), getPermissionScopeOfActor(user, 'users.list')]
  return [getUserRoomName(user.id), ...new Set(scopes.map(getScopeRoomName))]
}

function listAudienceRooms({ users = [], group, reach, everybody }: Audience): string[] | undefined {
  if (everybody) return undefined
  const scopeRooms = reach
    ? ['reach:all:', `reach:country:${reach.country}`, `reach:club:${reach.clubId}`]
    : []
  return [
    ...users.map(getUserRoomName),
    ...(group === undefined ? [] : [getMembersRoomName(group)]),
    ...scopeRooms,
  ]
}

/** Returns true for an active user who has completed the required security setup and accepted the terms. */
function canUserConnect(user: CurrentUser): boolean {
  return user.status === 'active' && !isSecondFactorSetupOverdue(user) && !user.mustAgree
}

/** Authenticates a socket by its session cookie. Returns false without a valid session of a user who may connect. */
async function authenticateSocket(app: FastifyInstance, socket: AppSocket): Promise<boolean> {
  const { headers } = socket.handshake
  const cookies = app.parseCookie(headers.cookie ?? '')
  const session = await findSession(app.pool, app.settings, cookies[getSessionCookieName(app.origins)])
  if (!session || !canUserConnect(session.user)) return false
  const language = chooseRequestLanguage(
    app.settings,
    cookies[languageCookie],
    headers['accept-language'],
    session.user.language,
  )
  socket.data = { sessionId: session.id, user: session.user, language }
  await socket.join([`session:${session.id}`, ...listUserRooms(session.user)])
  return true
}

function hasTooManySockets(io: AppServer, { user }: AppSocket['data']): boolean {
  return countSocketsInRoom(io, getUserRoomName(user.id)) > maxSocketsPerUser
}

/**
 * Admits a socket, or returns the error with which it is refused.
 * Socket.IO clients do not retry after a refusal, so during a database outage the connection is closed instead.
 */
async function admitSocket(
  app: FastifyInstance,
  features: SocketHandlers[],
  socket: AppSocket,
): Promise<Error | undefined> {
  try {
    if (!(await authenticateSocket(app, socket))) return new Error('unauthenticated')
    if (hasTooManySockets(app.io, socket.data)) return new Error('too_many')
    for (const feature of features) await feature.beforeConnect?.(socket)
    return undefined
  } catch (error) {
    app.log.warn(
      { err: error },
      'realtime: could not admit a socket, closed its connection so that the client retries',
    )
    socket.conn.close()
    return new Error('unavailable')
  }
}

async function updateOrDisconnectSocket(socket: AppSocket, user: CurrentUser | undefined): Promise<void> {
  if (!user || !canUserConnect(user)) {
    socket.disconnect(true)
    return
  }
  const [before, after] = [listUserRooms(socket.data.user), listUserRooms(user)]
  // A term of office begins or ends on its date without any transaction, so a periodic check notifies the clients.
  const hasOtherOffices = JSON.stringify(socket.data.user.offices) !== JSON.stringify(user.offices)
  if (hasOtherOffices) socket.emit('refresh', [{ topics: ['me', 'offices'] }])
  socket.data.user = user
  if (before.join() === after.join()) return
  for (const room of before) await socket.leave(room)
  await socket.join(after)
}

/** Checks the sessions of all local sockets in batches, because one large result would block the event loop. */
async function recheckSessions(app: FastifyInstance, io: AppServer): Promise<void> {
  const sockets = [...io.sockets.sockets.values()]
  for (const batch of splitIntoBatches(sockets, recheckBatchSize)) {
    const ids = [...new Set(batch.map(socket => socket.data.sessionId))]
    const liveSessions = await findUsersOfValidSessions(app.pool, app.settings, ids)
    for (const socket of batch)
      await updateOrDisconnectSocket(socket, liveSessions.get(socket.data.sessionId))
  }
}

/** Disconnects clients that read too slowly, to free memory. */
function disconnectSlowClients(io: AppServer): void {
  for (const socket of io.sockets.sockets.values()) {
    const { packets, bytes } = measureSendBuffer(socket)
    if (packets > maxBufferedPackets || bytes > maxBufferedBytes) terminateConnection(socket)
  }
}

function createSocketServer(app: FastifyInstance): AppServer {
  const io: AppServer = new Server(app.server, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 64 * 1024,
    adapter: FanOutAdapter,
    allowRequest: (request, decide) => {
      decide(null, isAllowedOrigin(request.headers as never, app.origins))
    },
  })
  return io
}

export function startRealtimeServer(
  app: FastifyInstance,
  database: { url: string; commits: CommitNotifier },
  create: ((app: FastifyInstance, io: AppServer) => SocketHandlers)[],
): void {
  const io = createSocketServer(app)
  app.decorate('io', io)
  const features = create.map(createFeature => createFeature(app, io))
  io.use((socket, next) => void admitSocket(app, features, socket).then(next))
  const recent = createCacheInvalidationHistory()
  io.on('connection', socket => {
    for (const feature of features) feature.registerHandlers(socket)
    const changed = recent.findTopics(socket.rooms)
    if (changed.length > 0) socket.emit('refresh', [{ topics: changed }])
  })

  // While the database is down, sessions cannot be checked. Sockets stay connected but receive no new data.
  const recheckAllSessions = () => {
    recheckSessions(app, io).catch(error =>
      app.log.warn(
        { err: error },
        'realtime: could not check the sessions of open sockets, retrying with the next check',
      ),
    )
  }
  let recheckTimer: NodeJS.Timeout | undefined
  const scheduleRecheck = () => {
    recheckTimer ??= setTimeout(() => {
      recheckTimer = undefined
      recheckAllSessions()
    }, recheckDelay)
  }

  const broadcast = createCacheInvalidationBroadcaster(touched => io.emit('refresh', touched))
  const forwardEventToSockets = (signal: BusEvent) => {
    app.metrics.notices.inc({ type: signal.type })
    for (const feature of features) feature.handleEvent(signal)
    if (signal.type === 'sessions') scheduleRecheck()
    // Call changes are stored for clients that load the list of calls before they connect their socket.
    if (signal.type === 'call') recent.remember(['calls'], [getMembersRoomName(signal.groupId)])
    if (signal.type !== 'refresh') return
    app.pools.replica?.recordReceivedEvent()
    const { topics, by, to } = signal
    const rooms = listAudienceRooms(to)
    recent.remember(topics, rooms)
    if (rooms === undefined) broadcast.notifyAll({ topics, by })
    else if (rooms.length > 0) io.to(rooms).emit('refresh', [{ topics, by }])
  }
  const listener = listenToEventBus(database, app.log, {
    onSignal: forwardEventToSockets,
    // Events are lost while the database connection is interrupted, so every client reloads all its data.
    onGap: () => {
      scheduleRecheck()
      for (const feature of features) void feature.recoverMissedEvents?.()
      io.emit('refresh', [{ topics: ['everything'] }])
    },
  })

  const timers = [
    setInterval(recheckAllSessions, recheckInterval),
    setInterval(() => disconnectSlowClients(io), 1000),
  ]
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer)
    clearTimeout(recheckTimer)
    broadcast.stop()
    for (const feature of features) await feature.stop()
    await listener.stop()
    // Clients do not reconnect after a disconnect packet, so the server closes the connections without sending one.
    io.engine.close()
  })
}
