// Whether this instance can do its work. Disks are asked by writing to them: only that tells a full one, one that was
// turned read-only and one that hangs alike.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { databaseCause } from '#server/db/database-errors.ts'
import type { Settings } from '#server/env.ts'

type Trouble = 'database' | 'disk'

/** Whoever asks has an answer within two seconds, whatever hangs. */
const patience = 1200
const fewBytes = Buffer.alloc(64 * 1024)

/** More than it may keep in memory goes to the database's disk, as a large sort would, and nothing of it remains. */
const spill = `set local work_mem = '64kB'; select count(*) from generate_series(1, 10000)`

async function writeTo(folder: string): Promise<void> {
  const probe = join(folder, `.ready-${process.pid}`)
  try {
    await writeFile(probe, fewBytes, { mode: 0o600 })
  } finally {
    await rm(probe, { force: true })
  }
}

/** Whoever asks meanwhile shares the answer: what hangs holds one connection and one thread, however many ask. */
function oneAtATime(work: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

async function within(work: Promise<unknown>): Promise<void> {
  const late = sleep(patience, undefined, { ref: false }).then(() => {
    throw new Error('no answer in time')
  })
  await Promise.race([work, late])
}

/** Looks for what keeps this instance from its work; undefined: nothing does. */
export function createReadiness(pool: Pool, settings: Pick<Settings, 'DATA_DIR'>) {
  const askDatabase = oneAtATime(() => pool.query({ text: spill, query_timeout: patience } as QueryConfig))
  const askDisk = oneAtATime(() => writeTo(settings.DATA_DIR))

  return async (): Promise<{ trouble: Trouble; reason: unknown } | undefined> => {
    const [database, disk] = await Promise.allSettled([within(askDatabase()), within(askDisk())])
    if (disk.status === 'rejected') return { trouble: 'disk', reason: disk.reason }
    if (database.status === 'fulfilled') return undefined
    const { reason } = database
    return { trouble: databaseCause(reason)?.code === '53100' ? 'disk' : 'database', reason }
  }
}
