// Command-line program `npm run restore FILE`: restores a backup into an empty database.
import { join, resolve } from 'node:path'
import { countBackupRows } from '#server/db/backup/format.ts'
import { openBackupArchive } from '#server/db/backup/open-archive.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { buildRestoreReport } from '#server/db/backup/restore-rules.ts'
import { migrateDatabase, openDatabase, runAsDatabaseOwner } from '#server/db/setup/open-database.ts'
import { readSettingsFromEnvironment } from '#server/env.ts'
import { getSecretKeyPath, hasServerSecretKey, loadOrCreateSecretKey } from '#server/secret.ts'
import { printLine, printProgress, runMainFunctionAndPrintFailure, StartupError } from '#server/terminal.ts'

await runMainFunctionAndPrintFailure(async () => {
  const name = process.argv[2]
  if (!name) throw new StartupError('Usage: npm run restore FILE')
  const settings = readSettingsFromEnvironment()
  const archive = await openBackupArchive(resolve(name), settings.BACKUP_PASSPHRASE)
  const source = await openDatabase(settings)
  try {
    printProgress('Restoring, then comparing every row and file with the backup …')
    const secretPath = getSecretKeyPath(settings.DATA_DIR)
    const hasKey = hasServerSecretKey(settings)
    const target = {
      ownerUrl: source.ownerUrl,
      uploadsDir: join(settings.DATA_DIR, 'uploads'),
      keyFingerprint: hasKey ? loadOrCreateSecretKey(settings).fingerprint : undefined,
      keyName: hasKey ? (settings.SECRET_KEY ? 'SECRET_KEY' : secretPath) : undefined,
      secretFile: hasKey ? undefined : secretPath,
    }
    const { totals, ended } = await runAsDatabaseOwner(source, () => restoreBackup(target, archive))
    await migrateDatabase(source)
    printLine(
      `Restored and compared: ${countBackupRows(totals)} rows and ${Object.keys(totals.files).length} files.`,
    )
    printLine(
      `The backup was made at ${archive.head.createdAt}. Grants that the backup could revive were ended:`,
    )
    for (const line of buildRestoreReport(ended)) printLine(`- ${line}`)
  } finally {
    await source.stop()
  }
  process.exit(0)
})
