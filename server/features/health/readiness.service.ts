// Readiness check of this server instance. The check tests the disks by writing a file.
// The readiness check writes to each disk, because only a write detects a full, read-only or hanging disk.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { findDatabaseErrorInCauseChain } from '#server/db/errors/database-errors.ts'
import type { Settings } from '#server/env.ts'

type Trouble = 'database' | 'disk'

/** Timeout of each readiness check in milliseconds, so that the probe responds within two seconds. */
const checkTimeout = 1200
const probeContent = Buffer.alloc(64 * 1024)

/** Query that exceeds its memory limit, so that PostgreSQL has to write a temporary file to its disk. */
const spillQuery = `set local work_mem = '64kB'; select count(*) from generate_series(1, 10000)`

async function writeProbeFile(folder: string): Promise<void> {
  const probe = join(folder, `.ready-${process.pid}`)
  try {
    await writeFile(probe, probeContent, { mode: 0o600 })
  } finally {
    await rm(probe, { force: true })
  }
}

/** Shares a running readiness check between concurrent callers, so that a hanging check uses one connection. */
function shareRunningCheck(work: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

async function runCheckWithTimeout(work: Promise<unknown>): Promise<void> {
  const timeout = sleep(checkTimeout, undefined, { ref: false }).then(() => {
    throw new Error('readiness check: no response within the time limit')
  })
  await Promise.race([work, timeout])
}

/** Creates the readiness check, which returns the cause of a failure or undefined. */
export function createReadinessCheck(pool: Pool, settings: Pick<Settings, 'DATA_DIR'>) {
  const checkDatabase = shareRunningCheck(() =>
    pool.query({ text: spillQuery, query_timeout: checkTimeout } as QueryConfig),
  )
  const checkDisk = shareRunningCheck(() => writeProbeFile(settings.DATA_DIR))

  return async (): Promise<{ trouble: Trouble; reason: unknown } | undefined> => {
    const [database, disk] = await Promise.allSettled([
      runCheckWithTimeout(checkDatabase()),
      runCheckWithTimeout(checkDisk()),
    ])
    if (disk.status === 'rejected') return { trouble: 'disk', reason: disk.reason }
    if (database.status === 'fulfilled') return undefined
    const { reason } = database
    return { trouble: findDatabaseErrorInCauseChain(reason)?.code === '53100' ? 'disk' : 'database', reason }
  }
}
