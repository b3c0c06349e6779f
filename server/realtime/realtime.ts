// Sockets are hints after commit. Who may hold one is asked again and again: a session that ends takes its
// sockets along, on every instance, at once by notice and within five seconds without one.
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { type Audience, listen, type Signal } from '#server/db/bus.ts'
import type { Commits } from '#server/db/commits.ts'
import { isAllowedOrigin } from '#server/http/security.ts'
import { cookieName } from '#server/http/session-cookie.ts'
import { inBatches } from '#server/lists.ts'
import { findLivingSessions, findSession } from '#server/sessions/sessions.service.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { mustSecureFirst, reachOf } from '#shared/policies.ts'
import { createBroadcast } from './broadcast.ts'
import { FanOut } from './fan-out.ts'
import { createRecentSignals } from './recent-signals.ts'
import {
  type AppServer,
  type AppSocket,
  membersRoom,
  type SocketFeature,
  socketsIn,
  userRoom,
} from './sockets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    io: AppServer
  }
}

const recheckEvery = 4000
const recheckAtOnce = 500
/** Notices that come in a burst are answered by one look. */
const recheckPause = 300
/** Of one person on one instance: more windows than anybody has open. */
const mostSockets = 30
/** What waits to be sent to one client before it is given up: so many packets, or so many bytes of them. */
const longestBuffer = 1000
const largestBuffer = 4 * 1024 * 1024

/** What follows from who the person is; a changed role or place moves the socket to other rooms. */
function roomsOf(user: CurrentUser): string[] {
  const reach = reachOf(user)
  const place = reach.over === 'country' ? reach.country : reach.over === 'club' ? reach.clubId : ''
  return [userRoom(user.id), `reach:${reach.over}:${place}`]
}

function roomsFor({ users = [], group, reach, everybody }: Audience): string[] | undefined {
  if (everybody) return undefined
  const covering = reach ? ['reach:all:', `reach:country:${reach.country}`, `reach:club:${reach.clubId}`] : []
  return [...users.map(userRoom), ...(group === undefined ? [] : [membersRoom(group)]), ...covering]
}

/** Whoever is in, and not kept waiting at the door. */
function mayConnect(user: CurrentUser): boolean {
  return user.status === 'active' && !mustSecureFirst(user) && !user.mustAgree
}

/** False: nobody, or nobody who may have a socket. */
async function authenticate(app: FastifyInstance, socket: AppSocket): Promise<boolean> {
  const cookies = app.parseCookie(socket.handshake.headers.cookie ?? '')
  const session = await findSession(app.pool, app.settings, cookies[cookieName(app.origins)])
  if (!session || !mayConnect(session.user)) return false
  socket.data = { sessionId: session.id, user: session.user }
  await socket.join([`session:${session.id}`, ...roomsOf(session.user)])
  return true
}

function hasTooMany(io: AppServer, { user }: AppSocket['data']): boolean {
  return socketsIn(io, userRoom(user.id)) > mostSockets
}

/** A client that is refused gives up for good. While nobody can be asked the line is cut instead: it comes again. */
async function letIn(
  app: FastifyInstance,
  features: SocketFeature[],
  socket: AppSocket,
): Promise<Error | undefined> {
  try {
    if (!(await authenticate(app, socket))) return new Error('unauthenticated')
    if (hasTooMany(app.io, socket.data)) return new Error('too_many')
    for (const feature of features) await feature.admit?.(socket)
    return undefined
  } catch (error) {
    app.log.warn({ err: error }, 'socket not let in')
    socket.conn.close()
    return new Error('unavailable')
  }
}

async function moveOrCut(socket: AppSocket, user: CurrentUser | undefined): Promise<void> {
  if (!user || !mayConnect(user)) {
    socket.disconnect(true)
    return
  }
  const [before, after] = [roomsOf(socket.data.user), roomsOf(user)]
  socket.data.user = user
  if (before.join() === after.join()) return
  for (const room of before) await socket.leave(room)
  await socket.join(after)
}

/** One query for many of the local sockets; not for all, because thousands of rows at once hold up everybody else. */
async function recheckSessions(app: FastifyInstance, io: AppServer): Promise<void> {
  const sockets = [...io.sockets.sockets.values()]
  for (const some of inBatches(sockets, recheckAtOnce)) {
    const ids = [...new Set(some.map(socket => socket.data.sessionId))]
    const living = await findLivingSessions(app.pool, app.settings, ids)
    for (const socket of some) await moveOrCut(socket, living.get(socket.data.sessionId))
  }
}

/** The parts of a connection that its types keep to themselves. */
interface Connection {
  writeBuffer: { data?: string; options?: { wsPreEncodedFrame?: Buffer[] } }[]
  transport: { socket?: { bufferedAmount: number; terminate(): void } }
  close(discard: boolean): void
}

/** One packet may hold all that was said in a crowd meanwhile; and what was handed on waits once more, further down. */
function isBehind({ writeBuffer, transport }: Connection): boolean {
  const size = ({ data = '', options }: Connection['writeBuffer'][number]) =>
    options?.wsPreEncodedFrame?.reduce((sum, part) => sum + part.length, 0) ?? data.length
  const bytes = writeBuffer.reduce((sum, packet) => sum + size(packet), transport.socket?.bufferedAmount ?? 0)
  return writeBuffer.length > longestBuffer || bytes > largestBuffer
}

/** A client that does not read must not cost memory; closing politely would only queue one more packet. */
function cutSlowClients(io: AppServer): void {
  for (const socket of io.sockets.sockets.values()) {
    const connection = socket.conn as unknown as Connection
    if (!isBehind(connection)) continue
    connection.transport.socket?.terminate()
    connection.close(true)
  }
}

function createSocketServer(app: FastifyInstance): AppServer {
  const io: AppServer = new Server(app.server, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 64 * 1024,
    adapter: FanOut,
    allowRequest: (request, decide) => {
      decide(null, isAllowedOrigin(request.headers as never, app.origins))
    },
  })
  return io
}

export function startRealtime(
  app: FastifyInstance,
  database: { url: string; commits: Commits },
  create: ((app: FastifyInstance, io: AppServer) => SocketFeature)[],
): void {
  const io = createSocketServer(app)
  app.decorate('io', io)
  const features = create.map(one => one(app, io))
  io.use((socket, next) => void letIn(app, features, socket).then(next))
  const recent = createRecentSignals()
  io.on('connection', socket => {
    for (const feature of features) feature.serve(socket)
    const changed = recent.for(socket.rooms)
    if (changed.length > 0) socket.emit('refresh', [{ topics: changed }])
  })

  // While the database is away the sockets stay: they get nothing that was not committed.
  const recheck = () => {
    recheckSessions(app, io).catch(error => app.log.warn({ err: error }, 'sessions of sockets not checked'))
  }
  let soon: NodeJS.Timeout | undefined
  const recheckSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      recheck()
    }, recheckPause)
  }

  const broadcast = createBroadcast(touched => io.emit('refresh', touched))
  const deliver = (signal: Signal) => {
    app.metrics.notices.inc({ type: signal.type })
    for (const feature of features) feature.hear(signal)
    if (signal.type === 'sessions') recheckSoon()
    // Whoever fetched what runs a moment before it changed, and connects a moment after.
    if (signal.type === 'call') recent.remember(['calls'], [membersRoom(signal.groupId)])
    if (signal.type !== 'refresh') return
    app.pools.replica?.noteHeard()
    const { topics, by, to } = signal
    const rooms = roomsFor(to)
    recent.remember(topics, rooms)
    if (rooms === undefined) broadcast.tell({ topics, by })
    else if (rooms.length > 0) io.to(rooms).emit('refresh', [{ topics, by }])
  }
  const listener = listen(database, app.log, {
    onSignal: deliver,
    // Whatever was said meanwhile was not heard: every client looks everything up again.
    onGap: () => {
      recheckSoon()
      for (const feature of features) void feature.makeUp?.()
      io.emit('refresh', [{ topics: ['everything'] }])
    },
  })

  const timers = [setInterval(recheck, recheckEvery), setInterval(() => cutSlowClients(io), 1000)]
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer)
    clearTimeout(soon)
    broadcast.stop()
    for (const feature of features) await feature.stop()
    await listener.stop()
    // Without a word of goodbye: a client that is told to go does not come back by itself.
    io.engine.close()
  })
}
