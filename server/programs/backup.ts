// Command-line program `npm run backup FILE`: writes a backup to a file.
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type BackupTotals, countBackupRows } from '#server/db/backup/format.ts'
import { buildBackupOptionsFromSettings, writeBackup } from '#server/db/backup/write-backup.ts'
import { openDatabase, runAsDatabaseOwner } from '#server/db/setup/open-database.ts'
import { readSettingsFromEnvironment } from '#server/env.ts'
import { hasServerSecretKey, loadOrCreateSecretKey } from '#server/secret.ts'
import { printLine, printProgress, runMainFunctionAndPrintFailure, StartupError } from '#server/terminal.ts'

function describeBackupTotals(totals: BackupTotals): string {
  const { tables, files } = totals
  return `${countBackupRows(totals)} rows of ${Object.keys(tables).length} tables and ${Object.keys(files).length} files`
}

/** Checks that the folder for the backup is writable before the database is started. */
function requireBackupFolder(file: string): void {
  try {
    accessSync(`${dirname(file)}/`, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`${file} cannot be written (${code}). Name a file in a folder that is there.`)
  }
}

await runMainFunctionAndPrintFailure(async () => {
  const name = process.argv[2]
  if (!name) throw new StartupError('Usage: npm run backup FILE')
  const file = resolve(name)
  if (existsSync(file)) throw new StartupError(`${file} exists already; choose another name.`)
  requireBackupFolder(file)
  const settings = readSettingsFromEnvironment()
  if (!hasServerSecretKey(settings))
    throw new StartupError(`There is nothing to back up in ${settings.DATA_DIR}.`)
  const source = await openDatabase(settings, { beside: true })
  try {
    printProgress('Writing the backup …')
    const backupSource = buildBackupOptionsFromSettings(
      settings,
      source.ownerUrl,
      loadOrCreateSecretKey(settings).fingerprint,
    )
    const totals = await runAsDatabaseOwner(source, () => writeBackup(backupSource, file))
    printLine(`${file}: ${describeBackupTotals(totals)}.`)
    if (settings.S3_URL)
      printLine('Uploaded files are in the store named by S3_URL and not in this backup; back them up there.')
    if (settings.BACKUP_PASSPHRASE)
      printLine(
        'The backup is encrypted with BACKUP_PASSPHRASE: keep the passphrase elsewhere, a restore needs it.',
      )
    printLine(
      settings.SECRET_KEY
        ? 'SECRET_KEY is not in it: keep it elsewhere, a restore needs it.'
        : 'The backup contains the key to the identity numbers: keep the file as safe as DATA_DIR.',
    )
  } finally {
    await source.stop()
  }
  process.exit(0)
})
