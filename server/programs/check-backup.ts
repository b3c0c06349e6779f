import { resolve } from 'node:path'
import { checkBackup } from '#server/backups/check-backup.service.ts'
import { asOwner, openDatabase } from '#server/db/open.ts'
import { readSettings } from '#server/env.ts'
import { loadSecret } from '#server/secret.ts'
import { progress, runProgram, StartupError, say } from '#server/terminal.ts'

await runProgram(async () => {
  const name = process.argv[2]
  if (!name) throw new StartupError('Usage: npm run check-backup FILE')
  const settings = readSettings()
  const server = await openDatabase(settings, { beside: true })
  try {
    progress('Bringing it back into an empty database, and comparing …')
    const { rows, files, missing } = await asOwner(server, () =>
      checkBackup(resolve(name), {
        server,
        passphrase: settings.BACKUP_PASSPHRASE,
        keyFingerprint: loadSecret(settings).fingerprint,
        folder: settings.DATA_DIR,
      }),
    )
    say(`Good: ${rows} rows and ${files} files came back, figures and numbers agree.`)
    if (missing > 0) say(`${missing} files of which rows speak are not in it; they were gone before.`)
  } finally {
    await server.stop()
  }
  process.exit(0)
})
