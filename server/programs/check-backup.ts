// Command-line program `npm run check-backup FILE`: verifies a backup by restoring it into a temporary database.
import { resolve } from 'node:path'
import { verifyBackupByTestRestore } from '#server/backups/verify-backup-by-test-restore.service.ts'
import { openDatabase, runAsDatabaseOwner } from '#server/db/setup/open-database.ts'
import { readSettingsFromEnvironment } from '#server/env.ts'
import { loadOrCreateSecretKey } from '#server/secret.ts'
import { printLine, printProgress, runMainFunctionAndPrintFailure, StartupError } from '#server/terminal.ts'

await runMainFunctionAndPrintFailure(async () => {
  const name = process.argv[2]
  if (!name) throw new StartupError('Usage: npm run check-backup FILE')
  const settings = readSettingsFromEnvironment()
  const server = await openDatabase(settings, { beside: true })
  try {
    printProgress('Restoring the backup into a temporary database and comparing …')
    const { rows, files, missingFiles } = await runAsDatabaseOwner(server, () =>
      verifyBackupByTestRestore(resolve(name), {
        server,
        passphrase: settings.BACKUP_PASSPHRASE,
        keyFingerprint: loadOrCreateSecretKey(settings).fingerprint,
        folder: settings.DATA_DIR,
      }),
    )
    printLine(`Good: ${rows} rows and ${files} files were restored; counters and sequences agree.`)
    if (missingFiles > 0)
      printLine(
        `${missingFiles} files that rows reference are not in the backup; they were missing before it was made.`,
      )
  } finally {
    await server.stop()
  }
  process.exit(0)
})
