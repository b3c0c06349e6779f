// No service of somebody signed in can write without asking again whether it may: PostgreSQL itself refuses.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import { createSignedIn } from '#server/context.ts'
import { databaseCause } from '#server/db/database-errors.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { setUpApp } from './app.ts'
import { buildSession, buildUser } from './factories.ts'

const target = setUpApp()

async function contextOf(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(target.database.db, overrides)
  const id = await buildSession(target.database.db, user.id)
  const session = { id, user: { ...user, profileImageUrl: null } }
  return createSignedIn(
    target.app.context,
    target.app.pools,
    { ...session, isProved: true },
    { access: 'signed-in' },
  )
}

test('outside of its transaction a context can only read', async () => {
  const { db } = await contextOf({ role: 'system_admin' })
  expect(await db.$count(users)).toBeGreaterThan(0)
  const writes = [
    () => db.insert(clubs).values({ name: 'x', country: 'Japan' }),
    () => db.update(users).set({ role: 'system_admin' }),
    () => db.delete(users),
    () => db.execute(sql`select nextval('users_id_seq')`),
    () => db.execute(sql`select id from users for update`),
    () => db.transaction(tx => tx.execute(sql`delete from clubs`)),
  ]
  for (const write of writes) {
    const refused = await write().then(
      () => undefined,
      error => databaseCause(error)?.code,
    )
    expect(refused).toBe('25006')
  }
})

test('its transaction is refused when the session is gone', async () => {
  const context = await contextOf()
  const count = () => context.transaction(async ({ db }) => db.$count(users))
  expect(await count()).toBeGreaterThan(0)
  await target.database.db.execute(sql`delete from sessions where id = ${context.sessionId}`)
  await expect(count()).rejects.toMatchObject({ status: 401 })
  await expect(context.judgedAgain()).rejects.toMatchObject({ status: 401 })
})

test('one person holds two connections at most, and the rest of it waits its turn', async () => {
  const context = await contextOf()
  const { pool } = target.app.pools.reads
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, pool.totalCount - pool.idleCount)
  }, 1)
  await Promise.all(Array.from({ length: 20 }, () => context.db.execute(sql`select pg_sleep(0.02)`)))
  clearInterval(look)
  expect(most).toBe(2)
})

test('whoever keeps themselves busy waits in front of a common door, and not in it', async () => {
  const [busy, other] = [await contextOf(), await contextOf()]
  const door = createKeyedMutex()
  const order: string[] = []
  // A statement begins when somebody waits for it.
  const reads = Array.from({ length: 6 }, () => busy.db.execute(sql`select pg_sleep(0.2)`).then(() => {}))
  const first = busy.inTurn(door, 1, async () => void order.push('busy'))
  await other.inTurn(door, 1, async () => void order.push('other'))
  await Promise.all([first, ...reads])
  expect(order).toEqual(['other', 'busy'])
})

test('a feature gets its context from the call, and only a public one that can write by itself', () => {
  const root = join(import.meta.dirname, '../features')
  const routes = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.routes.ts'),
  )
  expect(routes.length).toBeGreaterThan(20)
  for (const name of routes) {
    const text = readFileSync(join(root, name), 'utf8')
    expect([name, text.match(/app\.(context|pools)/)]).toEqual([name, null])
  }
})
