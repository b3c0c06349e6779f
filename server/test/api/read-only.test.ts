// Services called for a signed-in user can write only in a transaction, which authorizes the user again.
// PostgreSQL refuses writes of a signed-in user outside a transaction.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import { createSignedInContext } from '#server/context.ts'
import { findDatabaseErrorInCauseChain } from '#server/db/errors/database-errors.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildUser, createTestSessionInDatabase } from '#server/test/harness/factories.ts'

const target = setUpApp()

async function createUserContext(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(target.database.db, overrides)
  const id = await createTestSessionInDatabase(target.database.db, user.id)
  const session = { id, user: { ...user, profileImageUrl: null, language: undefined } }
  return createSignedInContext(
    target.app.context,
    target.app.pools,
    { ...session, isProved: true },
    { access: 'signed-in' },
  )
}

test('the service context of a signed-in user rejects database writes outside a transaction with SQLSTATE 25006', async () => {
  const { db } = await createUserContext({ role: 'system_admin' })
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
    const errorCode = await write().then(
      () => undefined,
      error => findDatabaseErrorInCauseChain(error)?.code,
    )
    expect(errorCode).toBe('25006')
  }
})

test('a transaction on behalf of a signed-in user fails with 401 after the session of the user was deleted', async () => {
  const context = await createUserContext()
  const countUsers = () => context.transaction(async ({ db }) => db.$count(users))
  expect(await countUsers()).toBeGreaterThan(0)
  await target.database.db.execute(sql`delete from sessions where id = ${context.sessionId}`)
  await expect(countUsers()).rejects.toMatchObject({ status: 401 })
  await expect(context.reauthorize()).rejects.toMatchObject({ status: 401 })
})

test('a user occupies at most two database connections, and further queries of the user are queued', async () => {
  const context = await createUserContext()
  const { pool } = target.app.pools.reads
  let maxConnections = 0
  const sampler = setInterval(() => {
    maxConnections = Math.max(maxConnections, pool.totalCount - pool.idleCount)
  }, 1)
  await Promise.all(Array.from({ length: 20 }, () => context.db.execute(sql`select pg_sleep(0.02)`)))
  clearInterval(sampler)
  expect(maxConnections).toBe(2)
})

test('a user whose own database queries are queued does not block requests of other users', async () => {
  const [busy, other] = [await createUserContext(), await createUserContext()]
  const mutex = createKeyedMutex()
  const order: string[] = []
  // Drizzle sends a statement only when its promise is awaited.
  const reads = Array.from({ length: 6 }, () => busy.db.execute(sql`select pg_sleep(0.2)`).then(() => {}))
  const first = busy.serialized(mutex, 1, async () => void order.push('busy'))
  await other.serialized(mutex, 1, async () => void order.push('other'))
  await Promise.all([first, ...reads])
  expect(order).toEqual(['other', 'busy'])
})

test('route handlers get their context from the request and never use app.context or app.pools', () => {
  const root = join(import.meta.dirname, '../../features')
  const routes = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.routes.ts'),
  )
  expect(routes.length).toBeGreaterThan(20)
  for (const name of routes) {
    const text = readFileSync(join(root, name), 'utf8')
    expect([name, text.match(/app\.(context|pools)/)]).toEqual([name, null])
  }
})
