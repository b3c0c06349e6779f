// From an older PostgreSQL, where this machine has one, to the newest: the way to another major version.
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openArchive, readBackup } from '#server/db/backup/read-backup.ts'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadDemo } from '#server/demo/load.ts'
import { testSecret } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { missing, setUpMachines, startFirst } from '#server/test/machines.ts'

const machines = setUpMachines()
afterAll(() => machines.clear())

test.skipIf(missing.includes('postgres'))(
  'a backup goes over to a newer PostgreSQL (needs an older one: apt-get install postgresql)',
  async () => {
    const { port } = await startFirst(machines)
    const url = (role: string) => `postgresql://${role}@127.0.0.1:${port}/perantau`
    await migrate(url('perantau_owner'), { appRole: 'perantau' })
    const old = connect(url('perantau'))
    await loadDemo(old.db, testSecret)
    const target = await createTestDatabase({ empty: true })
    const version = async (database: { pool: typeof old.pool }) =>
      Number((await database.pool.query('show server_version_num')).rows[0].server_version_num)
    expect(await version(old)).toBeLessThan(await version(target))
    const file = join(machines.folder, 'backup.tar.gz')
    const { fingerprint: keyFingerprint } = testSecret
    const uploadsDir = join(machines.folder, 'uploads')
    const made = await writeBackup({ ownerUrl: url('perantau_owner'), uploadsDir, keyFingerprint }, file)
    const into = { ownerUrl: target.ownerUrl, uploadsDir: join(machines.folder, 'restored'), keyFingerprint }
    // Every row is compared on the way in.
    expect((await readBackup(into, await openArchive(file))).totals).toEqual(made)
    expect(await migrate(target.ownerUrl, { appRole: 'perantau' })).toEqual([])
    await old.close()
    await target.close()
  },
)
