import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { runAfterCommit } from './transaction.ts'

const database = setUpDatabase()

describe('runAfterCommit', () => {
  test('a function passed to runAfterCommit runs once other connections can see the change', async () => {
    const seen: unknown[] = []
    await database.db.transaction(async tx => {
      await tx.execute(sql`insert into rate_limits (key, hits, expires_at) values ('seen', '{}', now())`)
      const countRows = async () =>
        seen.push((await database.db.execute(sql`select 1 from rate_limits where key = 'seen'`)).rowCount)
      await countRows()
      runAfterCommit(tx, countRows)
    })
    expect(seen).toEqual([0, 1])
  })

  test('a function passed to runAfterCommit never runs when the transaction throws or its commit fails', async () => {
    const seen: string[] = []
    const failing = database.db.transaction(async tx => {
      runAfterCommit(tx, () => seen.push('effect'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const failingAtCommit = database.db.transaction(async tx => {
      runAfterCommit(tx, () => seen.push('effect'))
      await tx.execute(sql`insert into rate_limits (key, hits, expires_at) values ('a', '{}', now())`)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    })
    await expect(failingAtCommit).rejects.toThrow()
    expect(seen).toEqual([])
  })

  test('a function passed to runAfterCommit in a nested transaction runs after the outer commit and not after a rollback', async () => {
    const seen: string[] = []
    const runNestedTransaction = (finish: () => void) =>
      database.db.transaction(async tx => {
        await tx.transaction(async inner => runAfterCommit(inner, () => seen.push('effect')))
        seen.push('outer')
        finish()
      })
    await runNestedTransaction(() => {})
    expect(seen).toEqual(['outer', 'effect'])
    const failTransaction = () => {
      throw new Error('no')
    }
    await expect(runNestedTransaction(failTransaction)).rejects.toThrow('no')
    expect(seen).toEqual(['outer', 'effect', 'outer'])
  })

  test('a transaction fails when its code has ignored a database error, and runs no function passed to runAfterCommit', async () => {
    const seen: string[] = []
    const failing = database.db.transaction(async tx => {
      runAfterCommit(tx, () => seen.push('effect'))
      await tx.execute(sql`select 1 / 0`).catch(() => {})
      return 'done'
    })
    await expect(failing).rejects.toThrow('had failed')
    expect(seen).toEqual([])
  })

  test('a transaction succeeds although a function passed to runAfterCommit throws, and runAfterCommit outside a transaction throws', async () => {
    const result = await database.db.transaction(async tx => {
      runAfterCommit(tx, () => {
        throw new Error('no')
      })
      return 'done'
    })
    expect(result).toBe('done')
    expect(() => runAfterCommit(database.db, () => {})).toThrow('outside')
  })
})
