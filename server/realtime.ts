// Sockets are hints after commit. Who may hold one is asked again and again: a session that ends takes its
// sockets along within five seconds, on every instance.
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { findLivingSessions, findSession } from './features/auth/sessions.service.ts'
import { isAllowedOrigin } from './plugins/security.ts'
import { cookieName } from './plugins/session-cookie.ts'

interface SocketData {
  sessionId: number
  user: CurrentUser
}
type AppSocket = Socket<object, object, object, SocketData>

const recheckEvery = 4000

async function authenticate(app: FastifyInstance, socket: AppSocket): Promise<void> {
  const cookies = app.parseCookie(socket.handshake.headers.cookie ?? '')
  const session = await findSession(app.pool, app.settings, cookies[cookieName(app.origins)])
  if (session?.user.status !== 'active') throw new Error('unauthenticated')
  socket.data = { sessionId: session.id, user: session.user }
  await socket.join([`user:${session.user.id}`, `session:${session.id}`])
}

/** One query for all local sockets. */
async function recheckSessions(app: FastifyInstance, io: Server): Promise<void> {
  const sockets = [...io.sockets.sockets.values()] as AppSocket[]
  const ids = [...new Set(sockets.map(socket => socket.data.sessionId))]
  const living = await findLivingSessions(app.pool, app.settings, ids)
  for (const socket of sockets) {
    const user = living.get(socket.data.sessionId)
    if (user?.status !== 'active') socket.disconnect(true)
    else socket.data.user = user
  }
}

export function startRealtime(app: FastifyInstance): void {
  const io = new Server<object, object, object, SocketData>(app.server, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 64 * 1024,
    allowRequest: (request, decide) => {
      decide(null, isAllowedOrigin(request.headers as never, app.origins))
    },
  })
  io.use((socket, next) => {
    authenticate(app, socket).then(
      () => next(),
      () => next(new Error('unauthenticated')),
    )
  })

  const timer = setInterval(() => {
    // While the database is away the sockets stay: they get nothing that was not committed.
    recheckSessions(app, io).catch(error => app.log.warn({ err: error }, 'sessions of sockets not checked'))
  }, recheckEvery)

  app.addHook('preClose', async () => {
    clearInterval(timer)
    io.disconnectSockets(true)
    io.engine.close()
  })
}
