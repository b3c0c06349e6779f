import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { afterCommit } from './transaction.ts'

const database = setUpDatabase()

describe('afterCommit', () => {
  test('runs once the change can be seen by others', async () => {
    const seen: unknown[] = []
    await database.db.transaction(async tx => {
      await tx.execute(sql`insert into rate_limits (key, hits, expires_at) values ('seen', '{}', now())`)
      const look = async () =>
        seen.push((await database.db.execute(sql`select 1 from rate_limits where key = 'seen'`)).rowCount)
      await look()
      afterCommit(tx, look)
    })
    expect(seen).toEqual([0, 1])
  })

  test('never runs when the transaction fails, not even at its commit', async () => {
    const seen: string[] = []
    const failing = database.db.transaction(async tx => {
      afterCommit(tx, () => seen.push('effect'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const failingAtCommit = database.db.transaction(async tx => {
      afterCommit(tx, () => seen.push('effect'))
      await tx.execute(sql`insert into rate_limits (key, hits, expires_at) values ('a', '{}', now())`)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    })
    await expect(failingAtCommit).rejects.toThrow()
    expect(seen).toEqual([])
  })

  test('of a transaction within another waits for the outer one, and goes with it', async () => {
    const seen: string[] = []
    const begin = (end: () => void) =>
      database.db.transaction(async tx => {
        await tx.transaction(async inner => afterCommit(inner, () => seen.push('effect')))
        seen.push('outer')
        end()
      })
    await begin(() => {})
    expect(seen).toEqual(['outer', 'effect'])
    const undo = () => {
      throw new Error('no')
    }
    await expect(begin(undo)).rejects.toThrow('no')
    expect(seen).toEqual(['outer', 'effect', 'outer'])
  })

  test('an error that was swallowed half-way is no success', async () => {
    const seen: string[] = []
    const failing = database.db.transaction(async tx => {
      afterCommit(tx, () => seen.push('effect'))
      await tx.execute(sql`select 1 / 0`).catch(() => {})
      return 'done'
    })
    await expect(failing).rejects.toThrow('had failed')
    expect(seen).toEqual([])
  })

  test('an effect that fails does not make the change look failed', async () => {
    const result = await database.db.transaction(async tx => {
      afterCommit(tx, () => {
        throw new Error('no')
      })
      return 'done'
    })
    expect(result).toBe('done')
    expect(() => afterCommit(database.db, () => {})).toThrow('outside')
  })
})
