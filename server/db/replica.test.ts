// What depends on the copy being another machine is tried in two-machines.faults.ts; here it is the database itself, which
// has always followed as far as it has come, until it goes away.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { until } from '#server/test/program.ts'
import { connect, type Database, databaseOver } from './client.ts'
import { createShares } from './personal-pool.ts'
import { followReplica, LaggingPool, type Replica } from './replica.ts'

const database = setUpDatabase()
const shares = createShares(1000)
let copy: Database
let replica: Replica

beforeAll(async () => {
  copy = connect(database.url, { isReadOnly: true })
  replica = followReplica(database, copy, pino({ level: 'silent' }))
  await until(() => replica.isFit(1))
})
afterAll(async () => {
  await replica.stop()
  await copy.close()
})

/** Which of the two was asked. */
async function asked(userId: number, from = replica): Promise<unknown> {
  const isFit = () => from.isFit(userId)
  const pool = new LaggingPool(shares.of(database.pool, userId), shares.of(from.database.pool, userId), isFit)
  const { rows } = await databaseOver(pool).execute(
    `select current_setting('default_transaction_read_only') as "isReadOnly"`,
  )
  return rows[0]?.isReadOnly === 'on' ? 'copy' : 'database'
}

test('it is asked again once it has followed as far as the person knows of', async () => {
  for (const note of [() => replica.noteChange(1), () => replica.noteHeard()]) {
    note()
    await expect.poll(() => asked(1)).toBe('copy')
  }
})

test('one that is not there is not asked; one that goes away while it is asked is made up for', async () => {
  const gone = connect('postgresql://tiada@127.0.0.1:1/tiada')
  const away = followReplica(database, gone, pino({ level: 'silent' }))
  expect(await asked(2, away)).toBe('database')
  expect(await asked(2, { ...away, isFit: async () => true })).toBe('database')
  await away.stop()
  await gone.close()
})
