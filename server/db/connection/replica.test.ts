// Tests of reads from a replica, in which the primary database acts as its own replica without lag.
// The lag of a replica on another machine is tested in two-machines.faults.ts.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { createDatabaseClientForPool, type Database, openConnectionPool } from './client.ts'
import { type Replica, ReplicaPool, startReplicaLagMonitor } from './replica.ts'
import { createUserConnectionPools } from './user-pool.ts'

const database = setUpDatabase()
const userPools = createUserConnectionPools(1000)
let replicaDatabase: Database
let replica: Replica

beforeAll(async () => {
  replicaDatabase = openConnectionPool(database.url, { isReadOnly: true })
  replica = startReplicaLagMonitor(database, replicaDatabase, pino({ level: 'silent' }))
  await waitUntil(() => replica.waitUntilCurrent(1))
})
afterAll(async () => {
  await replica.stop()
  await replicaDatabase.close()
})

/** Returns whether the primary database or the replica executed the query. */
async function findQueriedDatabase(userId: number, from = replica): Promise<unknown> {
  const waitUntilReplicaIsCurrent = () => from.waitUntilCurrent(userId)
  const pool = new ReplicaPool(
    userPools.of(database.pool, userId),
    userPools.of(from.database.pool, userId),
    waitUntilReplicaIsCurrent,
  )
  const { rows } = await createDatabaseClientForPool(pool).execute(
    `select current_setting('default_transaction_read_only') as "isReadOnly"`,
  )
  return rows[0]?.isReadOnly === 'on' ? 'copy' : 'database'
}

test('reads use the replica again once it contains the last change of the user and all events that the server instance has received', async () => {
  for (const record of [() => replica.recordUserChange(1), () => replica.recordReceivedEvent()]) {
    record()
    await expect.poll(() => findQueriedDatabase(1)).toBe('copy')
  }
})

test('reads use the primary database when the replica is unreachable or fails during the query', async () => {
  const unreachableDatabase = openConnectionPool('postgresql://tiada@127.0.0.1:1/tiada')
  const unreachableReplica = startReplicaLagMonitor(database, unreachableDatabase, pino({ level: 'silent' }))
  expect(await findQueriedDatabase(2, unreachableReplica)).toBe('database')
  expect(await findQueriedDatabase(2, { ...unreachableReplica, waitUntilCurrent: async () => true })).toBe(
    'database',
  )
  await unreachableReplica.stop()
  await unreachableDatabase.close()
})
