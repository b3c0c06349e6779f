import { eq, sql } from 'drizzle-orm'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Audience, announce, listen } from '#server/db/bus.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { createSession } from '#server/sessions/sessions.service.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { buildUser } from '#server/test/factories.ts'
import { type Instance, startInstance } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import { connectSocket, whenClosed } from '#server/test/sockets.ts'
import type { Touched } from '#shared/contracts/socket.ts'
import type { Topic } from '#shared/contracts/topics.ts'

let database: TestDatabase
let here: Instance
let there: Instance
const open: Socket[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startInstance(database.appUrl)
  there = await startInstance(database.appUrl)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.close()
})

async function signIn(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(database.db, overrides)
  return {
    user,
    cookie: `session=${(await createSession(database.db, here.app.settings, user.id, { method: 'password' })).token}`,
  }
}

/** A socket of this person on that instance, and all it has heard. */
async function join(instance: Instance, cookie: string) {
  const socket = await connectSocket(instance.url, { cookie, origin: instance.url })
  open.push(socket)
  const heard: string[] = []
  socket.on('refresh', (touched: Touched[]) => {
    for (const { topics, by } of touched) heard.push(...topics, ...(by ? [by] : []))
  })
  return { socket, heard }
}

describe('who gets a socket', () => {
  test('an active account with its cookie', async () => {
    const { cookie } = await signIn()
    expect((await join(here, cookie)).socket.connected).toBe(true)
  })

  test.each(['https://jahat.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1.jahat.example'])(
    'not a page of %s',
    async origin => {
      const { cookie } = await signIn()
      await expect(connectSocket(here.url, { cookie, origin })).rejects.toThrow()
      const polling = await fetch(`${here.url}/socket.io/?EIO=4&transport=polling`, {
        headers: { cookie, origin },
      })
      expect(polling.status).toBe(403)
    },
  )

  test('thirty windows of one person, and no more', async () => {
    const { cookie } = await signIn()
    await Promise.all(Array.from({ length: 30 }, () => join(here, cookie)))
    await expect(connectSocket(here.url, { cookie })).rejects.toThrow('too_many')
    const other = await signIn()
    expect((await join(here, other.cookie)).socket.connected).toBe(true)
  })

  test('not without a session, nor with an invented one', async () => {
    await expect(connectSocket(here.url, {})).rejects.toThrow('unauthenticated')
    await expect(connectSocket(here.url, { cookie: 'session=rekaan' })).rejects.toThrow('unauthenticated')
  })

  test.each(['pending', 'rejected', 'inactive'] as const)('not a %s account', async status => {
    const { cookie } = await signIn({ status })
    await expect(connectSocket(here.url, { cookie })).rejects.toThrow('unauthenticated')
  })
})

describe('on both instances the socket is gone at once', () => {
  const endings: [string, (id: number) => Promise<unknown>][] = [
    ['logout', id => database.db.delete(sessions).where(eq(sessions.userId, id))],
    ['deactivation', id => database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, id))],
  ]
  test.each(endings)('after %s', async (_name, end) => {
    const gone = await signIn()
    const stays = await signIn()
    const cut = await Promise.all([here, there].map(instance => join(instance, gone.cookie)))
    const other = await join(there, stays.cookie)
    const closed = cut.map(({ socket }) => whenClosed(socket))
    await end(gone.user.id)
    expect(await Promise.all(closed)).toEqual(['io server disconnect', 'io server disconnect'])
    expect(other.socket.connected).toBe(true)
  })

  test('and within five seconds when nobody gave notice: it ran out', async () => {
    const gone = await signIn()
    const { socket } = await join(here, gone.cookie)
    const closed = whenClosed(socket)
    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, gone.user.id))
    expect(await closed).toBe('io server disconnect')
  })
})

describe('what one instance commits', () => {
  const say = (to: Audience, topic: Topic) => announce(database.db, { type: 'refresh', topics: [topic], to })

  test('is heard on the other, by those it concerns and nobody else', async () => {
    const hq = await signIn({ role: 'hq_admin' })
    const japan = await signIn({ role: 'country_admin', currentCountry: 'Japan' })
    const germany = await signIn({ role: 'country_admin', currentCountry: 'Germany' })
    const member = await signIn({ currentCountry: 'Japan' })
    const ears = await Promise.all([hq, japan, germany, member].map(({ cookie }) => join(there, cookie)))
    await say({ reach: { country: 'Japan', clubId: null } }, 'person')
    await say({ users: [member.user.id] }, 'notifications')
    await say({ everybody: true }, 'audit')
    await until(() => ears.every(({ heard }) => heard.includes('audit')))
    expect(ears.map(({ heard }) => heard.filter(url => url !== 'audit'))).toEqual([
      ['person'],
      ['person'],
      [],
      ['notifications'],
    ])
  })

  test('moves with the person: a new role or place brings other news', async () => {
    const person = await signIn({ role: 'country_admin', currentCountry: 'Japan' })
    const { heard } = await join(there, person.cookie)
    await database.db.update(users).set({ currentCountry: 'Germany' }).where(eq(users.id, person.user.id))
    await until(async () => {
      await say({ reach: { country: 'Germany', clubId: null } }, 'club')
      return heard.includes('club')
    })
    await say({ reach: { country: 'Japan', clubId: null } }, 'activity')
    await say({ users: [person.user.id] }, 'audit')
    await until(() => heard.includes('audit'))
    expect(heard).not.toContain('activity')
  })

  test('leaves no trace when it is rolled back', async () => {
    const person = await signIn()
    const { heard } = await join(there, person.cookie)
    const event = {
      kind: 'admin.created' as const,
      target: { type: 'user' as const, id: person.user.id, country: null },
      notify: { users: [person.user.id], kind: 'user.approved' as const, params: {} },
      touches: { topics: ['club' as const], to: { everybody: true as const } },
    }
    const failing = database.db.transaction(async tx => {
      await recordEvent({ db: tx }, event)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await say({ users: [person.user.id] }, 'audit')
    await until(() => heard.includes('audit'))
    expect(heard).toEqual(['audit'])
    expect(
      await database.db.select().from(notifications).where(eq(notifications.userId, person.user.id)),
    ).toEqual([])
    const { rows } = await database.db.execute(
      sql`select from audit_events where target_id = ${String(person.user.id)}`,
    )
    expect(rows).toEqual([])
  })
})

describe('the listening connection killed under load', () => {
  test('nothing is lost and nothing is out of order', async () => {
    const person = await signIn()
    const { heard } = await join(there, person.cookie)
    const total = 300
    for (let n = 1; n <= total; n++) {
      await recordEvent(database, {
        kind: 'admin.created',
        notify: { users: [person.user.id], kind: 'user.approved', params: { n } },
      })
      await announce(database.db, {
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
    // Whoever missed a hint is told to look everything up; then the list has them all, in order.
    await until(() => heard.includes(`/api/n/${total}`) || heard.includes('everything'))
    const said = heard.filter(url => url.startsWith('/api/n/')).map(url => Number(url.slice(7)))
    expect(said).toEqual([...said].sort((a, b) => a - b))
    const missed = total - said.length
    if (missed > 0) expect(heard).toContain('everything')
    const rows = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, person.user.id))
      .orderBy(notifications.id)
    expect(rows.map(row => row.params.n)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    await until(async () => {
      await announce(database.db, { type: 'refresh', topics: ['keys'], to: { users: [person.user.id] } })
      return heard.includes('keys')
    })
  })
})

test('whoever stops listening while still on the way there is not held up', async () => {
  const listener = listen({ url: database.appUrl }, here.app.log, { onSignal: () => {}, onGap: () => {} })
  await expect(listener.stop()).resolves.toBeUndefined()
})

async function joinWithoutReading(cookie: string) {
  const { socket } = await join(here, cookie)
  const transport = socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } }
  transport.ws._socket.pause()
  return socket
}

test('a client that stops reading is cut off', async () => {
  const slow = await signIn()
  const socket = await joinWithoutReading(slow.cookie)
  const connected = () => here.app.io.sockets.sockets.size
  const before = connected()
  const by = 'x'.repeat(7000)
  await until(async () => {
    await Promise.all(
      Array.from({ length: 40 }, () =>
        announce(database.db, { type: 'refresh', topics: ['audit'], to: { users: [slow.user.id] }, by }),
      ),
    )
    return connected() < before
  })
  expect(here.app.io.sockets.sockets.has(socket.id as string)).toBe(false)
})

test('so is one for whom few but large things wait', async () => {
  const socket = await joinWithoutReading((await signIn()).cookie)
  const id = socket.id as string
  const by = 'x'.repeat(100_000)
  for (let count = 0; count < 100; count++) here.app.io.to(id).emit('refresh', [{ topics: ['audit'], by }])
  const isIn = () => here.app.io.sockets.sockets.has(id)
  await until(async () => !isIn())
  expect(isIn()).toBe(false)
})
