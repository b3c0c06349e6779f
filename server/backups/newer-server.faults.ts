// Restores a backup of an older PostgreSQL into the newest one, which is the upgrade path for major versions.
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openBackupArchive } from '#server/db/backup/open-archive.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadDemoData } from '#server/demo/load-demo-data.ts'
import { testSecret } from '#server/test/harness/app.ts'
import { createTestDatabase } from '#server/test/harness/database.ts'
import {
  createTemporaryFolderAndProcessRunner,
  missingPrograms,
  startPrimaryDatabase,
} from '#server/test/processes/machines.ts'

const machines = createTemporaryFolderAndProcessRunner()
afterAll(() => machines.clear())

test.skipIf(missingPrograms.includes('postgres'))(
  'a backup of an older PostgreSQL restores into a newer one (needs an older one: apt-get install postgresql)',
  async () => {
    const { port } = await startPrimaryDatabase(machines)
    const buildUrl = (role: string) => `postgresql://${role}@127.0.0.1:${port}/perantau`
    await migrate(buildUrl('perantau_owner'), { appRole: 'perantau' })
    const oldDatabase = openConnectionPool(buildUrl('perantau'))
    await loadDemoData(oldDatabase.db, testSecret)
    const target = await createTestDatabase({ empty: true })
    const readVersion = async (database: { pool: typeof oldDatabase.pool }) =>
      Number((await database.pool.query('show server_version_num')).rows[0].server_version_num)
    expect(await readVersion(oldDatabase)).toBeLessThan(await readVersion(target))
    const file = join(machines.folder, 'backup.tar.gz')
    const { fingerprint: keyFingerprint } = testSecret
    const uploadsDir = join(machines.folder, 'uploads')
    const writtenTotals = await writeBackup(
      { ownerUrl: buildUrl('perantau_owner'), uploadsDir, keyFingerprint },
      file,
    )
    const restoreTarget = {
      ownerUrl: target.ownerUrl,
      uploadsDir: join(machines.folder, 'restored'),
      keyFingerprint,
    }
    // The restore compares every row with the backup and fails when a row differs.
    expect((await restoreBackup(restoreTarget, await openBackupArchive(file))).totals).toEqual(writtenTotals)
    expect(await migrate(target.ownerUrl, { appRole: 'perantau' })).toEqual([])
    await oldDatabase.close()
    await target.close()
  },
)
