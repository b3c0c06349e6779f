import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { countAttemptIfAllowed, enforceRateLimits, hashRateLimitKey } from './rate-limit.service.ts'

const target = setUpApp()

describe('enforceRateLimits', () => {
  it('enforceRateLimits uses one database connection for a burst of attempts with the same key', async () => {
    const { db } = target.database
    const limit = { key: hashRateLimitKey('burst'), most: 5, minutes: 30 }
    const { db: underTest, pool, close } = openConnectionPool(target.database.appUrl)
    const context = buildTestServiceContext(underTest)
    const isQueryWaitingForLock = async () => {
      const { rows } = await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    let burst: Promise<PromiseSettledResult<unknown>[]> | undefined
    // An open transaction has locked the row of the rate-limit key.
    const busy = await db.transaction(async tx => {
      await countAttemptIfAllowed(tx, limit)
      burst = Promise.allSettled(Array.from({ length: 60 }, () => enforceRateLimits(context, limit)))
      await waitUntil(isQueryWaitingForLock)
      return { connections: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }
    })
    const results = (await burst) ?? []
    await close()
    expect(busy).toEqual({ connections: 1, waiting: 0 })
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(56)
    for (const reason of refused) expect(reason).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  it('enforceRateLimits counts an attempt for none of several limits when one of them is reached', async () => {
    const { app } = target
    const account = { key: hashRateLimitKey('account'), most: 5, minutes: 30 }
    const address = { key: hashRateLimitKey('address'), most: 1, minutes: 30 }
    const attemptAction = () => enforceRateLimits(app.context, account, address)
    await attemptAction()
    await expect(attemptAction()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    for (let n = 0; n < 4; n++) await enforceRateLimits(app.context, account)
    await expect(enforceRateLimits(app.context, account)).rejects.toMatchObject({ status: 429 })
  })
})
