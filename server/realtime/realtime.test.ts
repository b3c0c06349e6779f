import { eq, sql } from 'drizzle-orm'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Audience, listenToEventBus, publishEvent } from '#server/db/bus/bus.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { createSession } from '#server/sessions/sessions.service.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildOfficeAppointment, buildUser } from '#server/test/harness/factories.ts'
import { type Instance, startServerInstance } from '#server/test/harness/instances.ts'
import { connectSocket, waitForDisconnect } from '#server/test/harness/sockets.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { InvalidatedTopics } from '#shared/realtime/socket-events.ts'
import type { Topic } from '#shared/realtime/topics.ts'

let database: TestDatabase
let firstInstance: Instance
let secondInstance: Instance
const open: Socket[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  firstInstance = await startServerInstance(database.appUrl)
  secondInstance = await startServerInstance(database.appUrl)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(async () => {
  await firstInstance.close()
  await secondInstance.close()
  await database.close()
})

async function signInNewUser(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(database.db, overrides)
  return {
    user,
    cookie: `session=${(await createSession(database.db, firstInstance.app.settings, user.id, { method: 'password' })).token}`,
  }
}

/**
 * Connects a socket of the user to a server instance and records the topics (kinds of data to load again) that it
 * receives.
 */
async function connectClient(instance: Instance, cookie: string) {
  const socket = await connectSocket(instance.url, { cookie, origin: instance.url })
  open.push(socket)
  const received: string[] = []
  socket.on('refresh', (touched: InvalidatedTopics[]) => {
    for (const { topics, by } of touched) received.push(...topics, ...(by ? [by] : []))
  })
  return { socket, received }
}

describe('socket authentication', () => {
  test('a socket connects with the session cookie of an active account', async () => {
    const { cookie } = await signInNewUser()
    expect((await connectClient(firstInstance, cookie)).socket.connected).toBe(true)
  })

  test.each(['https://jahat.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1.jahat.example'])(
    'a socket is refused for a page of the foreign origin %s',
    async origin => {
      const { cookie } = await signInNewUser()
      await expect(connectSocket(firstInstance.url, { cookie, origin })).rejects.toThrow()
      const polling = await fetch(`${firstInstance.url}/socket.io/?EIO=4&transport=polling`, {
        headers: { cookie, origin },
      })
      expect(polling.status).toBe(403)
    },
  )

  test('a user can open thirty sockets at once and no more', async () => {
    const { cookie } = await signInNewUser()
    await Promise.all(Array.from({ length: 30 }, () => connectClient(firstInstance, cookie)))
    await expect(connectSocket(firstInstance.url, { cookie })).rejects.toThrow('too_many')
    const other = await signInNewUser()
    expect((await connectClient(firstInstance, other.cookie)).socket.connected).toBe(true)
  })

  test('a socket is refused without a session and with an invalid session cookie', async () => {
    await expect(connectSocket(firstInstance.url, {})).rejects.toThrow('unauthenticated')
    await expect(connectSocket(firstInstance.url, { cookie: 'session=rekaan' })).rejects.toThrow(
      'unauthenticated',
    )
  })

  test.each(['pending', 'rejected', 'inactive'] as const)(
    'a socket is refused for a %s account',
    async status => {
      const { cookie } = await signInNewUser({ status })
      await expect(connectSocket(firstInstance.url, { cookie })).rejects.toThrow('unauthenticated')
    },
  )
})

describe('disconnecting ended sessions', () => {
  const endings: [string, (id: number) => Promise<unknown>][] = [
    ['logout', id => database.db.delete(sessions).where(eq(sessions.userId, id))],
    ['deactivation', id => database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, id))],
  ]
  test.each(endings)(
    'sockets of the session are disconnected on both server instances after %s',
    async (_name, end) => {
      const endedSession = await signInNewUser()
      const otherSession = await signInNewUser()
      const endedClients = await Promise.all(
        [firstInstance, secondInstance].map(instance => connectClient(instance, endedSession.cookie)),
      )
      const other = await connectClient(secondInstance, otherSession.cookie)
      const closed = endedClients.map(({ socket }) => waitForDisconnect(socket))
      await end(endedSession.user.id)
      expect(await Promise.all(closed)).toEqual(['io server disconnect', 'io server disconnect'])
      expect(other.socket.connected).toBe(true)
    },
  )

  test('a socket is disconnected within five seconds after its session has expired', async () => {
    const endedSession = await signInNewUser()
    const { socket } = await connectClient(firstInstance, endedSession.cookie)
    const closed = waitForDisconnect(socket)
    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, endedSession.user.id))
    expect(await closed).toBe('io server disconnect')
  })
})

describe('events between server instances', () => {
  const publishRefresh = (to: Audience, topic: Topic) =>
    publishEvent(database.db, { type: 'refresh', topics: [topic], to })

  test('a committed event reaches exactly its recipients on the other server instance', async () => {
    const hq = await signInNewUser({ role: 'hq_admin' })
    const japan = await signInNewUser({ role: 'country_admin', currentCountry: 'Japan' })
    const germany = await signInNewUser({ role: 'country_admin', currentCountry: 'Germany' })
    const member = await signInNewUser({ currentCountry: 'Japan' })
    const clients = await Promise.all(
      [hq, japan, germany, member].map(({ cookie }) => connectClient(secondInstance, cookie)),
    )
    await publishRefresh({ reach: { country: 'Japan', clubId: null } }, 'person')
    await publishRefresh({ users: [member.user.id] }, 'notifications')
    await publishRefresh({ everybody: true }, 'audit')
    await waitUntil(() => clients.every(({ received }) => received.includes('audit')))
    expect(clients.map(({ received }) => received.filter(url => url !== 'audit'))).toEqual([
      ['person'],
      ['person'],
      [],
      ['notifications'],
    ])
  })

  test('after a country administrator was assigned to another country, the open socket receives the events of the new country', async () => {
    const person = await signInNewUser({ role: 'country_admin', currentCountry: 'Japan' })
    const { received } = await connectClient(secondInstance, person.cookie)
    await database.db.update(users).set({ currentCountry: 'Germany' }).where(eq(users.id, person.user.id))
    await waitUntil(async () => {
      await publishRefresh({ reach: { country: 'Germany', clubId: null } }, 'club')
      return received.includes('club')
    })
    await publishRefresh({ reach: { country: 'Japan', clubId: null } }, 'activity')
    await publishRefresh({ users: [person.user.id] }, 'audit')
    await waitUntil(() => received.includes('audit'))
    expect(received).not.toContain('activity')
  })

  test('the socket of a treasurer receives events about members of the club until the office ends, and then an event about its end', async () => {
    const club = await buildClub(database.db)
    const person = await signInNewUser({ clubId: club.id })
    const { received, socket } = await connectClient(secondInstance, person.cookie)
    const { id } = await buildOfficeAppointment(database.db, person.user, {
      office: 'treasurer',
      over: 'club',
    })
    const reach = { country: 'Japan', clubId: club.id }
    await waitUntil(async () => {
      await publishRefresh({ reach }, 'person')
      return received.includes('person')
    })
    expect(received).toContain('me')
    // Events arrive in order, so after the last event none of the earlier ones can follow.
    await publishRefresh({ users: [person.user.id] }, 'club')
    await waitUntil(() => received.includes('club'))
    received.length = 0
    await database.db.update(appointments).set({ endsOn: '2020-01-02' }).where(eq(appointments.id, id))
    await waitUntil(() => received.includes('me'))
    await publishRefresh({ reach }, 'person')
    await publishRefresh({ users: [person.user.id] }, 'audit')
    await waitUntil(() => received.includes('audit'))
    expect(received).not.toContain('person')
    expect(socket.connected).toBe(true)
  })

  test('a rolled-back transaction publishes no event and stores neither notification nor audit event', async () => {
    const person = await signInNewUser()
    const { received } = await connectClient(secondInstance, person.cookie)
    const event = {
      kind: 'admin.created' as const,
      target: { type: 'user' as const, id: person.user.id, country: null },
      notify: { users: [person.user.id], kind: 'user.approved' as const, params: {} },
      touches: { topics: ['club' as const], to: { everybody: true as const } },
    }
    const failing = database.db.transaction(async tx => {
      await recordAuditEvent({ db: tx }, event)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await publishRefresh({ users: [person.user.id] }, 'audit')
    await waitUntil(() => received.includes('audit'))
    expect(received).toEqual(['audit'])
    expect(
      await database.db.select().from(notifications).where(eq(notifications.userId, person.user.id)),
    ).toEqual([])
    const { rows } = await database.db.execute(
      sql`select from audit_events where target_id = ${String(person.user.id)}`,
    )
    expect(rows).toEqual([])
  })
})

describe('listener connection terminated under load', () => {
  test('events stay in order when the database connection of the listener is terminated, and lost events make every client load all data again', async () => {
    const person = await signInNewUser()
    const { received } = await connectClient(secondInstance, person.cookie)
    const total = 300
    for (let n = 1; n <= total; n++) {
      await recordAuditEvent(database, {
        kind: 'admin.created',
        notify: { users: [person.user.id], kind: 'user.approved', params: { seq: n } },
      })
      await publishEvent(database.db, {
        type: 'refresh',
        topics: ['person'],
        to: { users: [person.user.id] },
        by: `/api/n/${n}`,
      })
      if (n % 60 === 0) {
        await database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'perantau listener' and datname = current_database()`,
        )
      }
    }
    // A client that missed an event receives the topic `everything`.
    // The list of notifications in the database is complete and ordered.
    await waitUntil(() => received.includes(`/api/n/${total}`) || received.includes('everything'))
    const sequenceNumbers = received.filter(url => url.startsWith('/api/n/')).map(url => Number(url.slice(7)))
    expect(sequenceNumbers).toEqual([...sequenceNumbers].sort((a, b) => a - b))
    const missed = total - sequenceNumbers.length
    if (missed > 0) expect(received).toContain('everything')
    const rows = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, person.user.id))
      .orderBy(notifications.id)
    expect(rows.map(row => row.params.seq)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    await waitUntil(async () => {
      await publishEvent(database.db, { type: 'refresh', topics: ['keys'], to: { users: [person.user.id] } })
      return received.includes('keys')
    })
  })
})

test('stopping a listener that is still connecting to the database resolves without delay', async () => {
  const listener = listenToEventBus({ url: database.appUrl }, firstInstance.app.log, {
    onSignal: () => {},
    onGap: () => {},
  })
  await expect(listener.stop()).resolves.toBeUndefined()
})

async function connectWithoutReading(cookie: string) {
  const { socket } = await connectClient(firstInstance, cookie)
  const transport = socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } }
  transport.ws._socket.pause()
  return socket
}

test('a client that stops reading is disconnected when too many packets wait in its send buffer', async () => {
  const slowUser = await signInNewUser()
  const socket = await connectWithoutReading(slowUser.cookie)
  const countSockets = () => firstInstance.app.io.sockets.sockets.size
  const before = countSockets()
  const by = 'x'.repeat(7000)
  await waitUntil(async () => {
    await Promise.all(
      Array.from({ length: 40 }, () =>
        publishEvent(database.db, {
          type: 'refresh',
          topics: ['audit'],
          to: { users: [slowUser.user.id] },
          by,
        }),
      ),
    )
    return countSockets() < before
  })
  expect(firstInstance.app.io.sockets.sockets.has(socket.id as string)).toBe(false)
})

test('a client that stops reading is disconnected when few but large packets wait in its send buffer', async () => {
  const socket = await connectWithoutReading((await signInNewUser()).cookie)
  const id = socket.id as string
  const by = 'x'.repeat(100_000)
  for (let count = 0; count < 100; count++)
    firstInstance.app.io.to(id).emit('refresh', [{ topics: ['audit'], by }])
  const isConnected = () => firstInstance.app.io.sockets.sockets.has(id)
  await waitUntil(async () => !isConnected())
  expect(isConnected()).toBe(false)
})
