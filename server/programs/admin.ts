// Command-line program `npm run admin` with the operator's maintenance commands.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { buildRestoreReport, endSessionsLinksAndJobsAfterRestore } from '#server/db/backup/restore-rules.ts'
import { listDatabaseTablesWithColumns } from '#server/db/backup/tables.ts'
import { type Db, openConnectionPool, openDedicatedConnection } from '#server/db/connection/client.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { loadAndVerifySecretKey } from '#server/db/setup/installation.ts'
import {
  migrateDatabase,
  type OpenDatabase,
  openDatabase,
  runAsDatabaseOwner,
} from '#server/db/setup/open-database.ts'
import { readSettingsFromEnvironment, type Settings } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { createAdmin } from '#server/features/auth/create-admin.service.ts'
import { rotateCardSigningKey } from '#server/features/cards/signing-keys.service.ts'
import {
  type MoveProgress,
  moveFilesToObjectStore,
} from '#server/features/files/move-files-to-object-store.service.ts'
import { resetAdminTwoFactor } from '#server/features/users/decisions/reset-two-factor.service.ts'
import { reencryptIdentityNumbersWithNewKey } from '#server/features/users/person-data/reencrypt-identity-numbers-with-new-key.service.ts'
import { isCommonPassword } from '#server/identity/common-passwords.ts'
import { completeSecretKeyRotation, prepareNextSecretKey } from '#server/secret.ts'
import { createConfiguredFileStorage } from '#server/storage.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { printLine, printProgress, runMainFunctionAndPrintFailure, StartupError } from '#server/terminal.ts'
import { email as emailField } from '#shared/fields/id-and-email.ts'
import { fullName } from '#shared/fields/text.ts'

const usage = [
  'Usage: npm run admin -- create --email name@example.org --name "Full Name" (the password is asked for)',
  'npm run admin -- reset-two-factor --email name@example.org (for a system_admin who has lost all second factors)',
  'npm run admin -- check-summaries',
  'npm run admin -- end-revived (after a recovery that was not npm run restore)',
  'npm run admin -- rotate-key',
  'npm run admin -- rotate-card-key [--revoke]',
  'or npm run admin -- move-files [--last]',
].join(', ')

/** Reads the password from a terminal without showing it, or as the first line of piped input. */
async function readPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY
  if (isTerminal) process.stdout.write('Password (12 characters or more): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  const password = await new Promise<string>(resolve => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTerminal) printLine('')
  if (password.length < 12 || password.length > 1000)
    throw new StartupError('The password needs 12 characters or more.')
  if (isCommonPassword(password))
    throw new StartupError('That password is among the most common ones; choose another.')
  return password
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  args: process.argv.slice(2),
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    revoke: { type: 'boolean' },
    last: { type: 'boolean' },
  },
})

async function createFirstAdmin(db: Db): Promise<void> {
  const email = emailField.safeParse(values.email)
  const name = fullName.safeParse(values.name)
  if (!email.success || !name.success) throw new StartupError(usage)
  const person = { email: email.data, fullName: name.data, password: await readPassword() }
  await createAdmin(db, person).catch(error => {
    if (findViolatedUniqueConstraint(error) !== undefined)
      throw new StartupError(`${person.email} has an account already.`)
    throw error
  })
  printLine(`${person.email} can now sign in as system_admin.`)
}

/** Resets the second factor of a system_admin. The reset is in the audit log, and the administrator is notified. */
async function resetSecondFactors(db: Db): Promise<void> {
  const email = emailField.safeParse(values.email)
  if (!email.success) throw new StartupError(usage)
  const isFound = await resetAdminTwoFactor(db, email.data).catch(error => {
    if (error instanceof AppError && error.code === 'two_factor_off')
      throw new StartupError(`${email.data} has neither an authenticator app nor a passkey.`)
    throw error
  })
  if (!isFound)
    throw new StartupError(`${email.data} is no system_admin; others are helped by an administrator.`)
  printLine(`${email.data} now signs in with the password alone, and must sign in again on every device.`)
}

async function checkSummaries(db: Db): Promise<void> {
  const differences = await findIncorrectMaterializedCounters(db)
  for (const { entity, dimension, key, status, kept, counted } of differences) {
    printLine(`${entity} by ${dimension} ${key || '(none)'}, ${status}: kept ${kept}, counted ${counted}`)
  }
  if (differences.length > 0)
    throw new StartupError(`${differences.length} materialized counters differ from a full count.`)
  printLine('All materialized counters equal a full count.')
}

/**
 * Ends sessions, links and other rights that a point-in-time recovery of PostgreSQL made valid again, as `npm run
 * restore` does for a backup.
 */
async function endRevivedGrants(_db: Db, _settings: Settings, source: OpenDatabase): Promise<void> {
  const ended = await runAsDatabaseOwner(source, async () => {
    const client = await openDedicatedConnection(source.ownerUrl)
    try {
      await client.query('begin')
      const result = await endSessionsLinksAndJobsAfterRestore(
        client,
        await listDatabaseTablesWithColumns(client),
      )
      await client.query('commit')
      return result
    } finally {
      await client.end()
    }
  })
  for (const line of buildRestoreReport(ended)) printLine(`- ${line}`)
}

/**
 * Re-encrypts identity card numbers with a new key. Mailed links become invalid, and their recipients request new ones.
 */
async function rotateEncryptionKey(db: Db, settings: Settings): Promise<void> {
  const secret = await loadAndVerifySecretKey(db, settings)
  const next = prepareNextSecretKey(settings)
  const count = await reencryptIdentityNumbersWithNewKey(db, secret, next)
  completeSecretKeyRotation(settings, next.fingerprint)
  printLine(`${count} identity numbers are encrypted with the new key.`)
  if (settings.SECRET_KEY) printLine('Set SECRET_KEY to the new key before the next start.')
  printLine('Older backups need the old key; keep it with them.')
}

/** Adds a new key for signing membership cards. Running server instances use it without a restart. */
async function rotateCardSigningKeyByCommand(db: Db, settings: Settings): Promise<void> {
  const isRevoking = values.revoke === true
  const id = await rotateCardSigningKey(db, await loadAndVerifySecretKey(db, settings), isRevoking)
  printLine(`Cards are signed with key ${id} from now on.`)
  printLine(
    isRevoking
      ? 'All cards and certificates made before are withdrawn; each app makes a new card when it is opened.'
      : 'Cards made before stay good until they expire.',
  )
}

/** Copies uploaded files from disk to S3. Operators run it before configuring S3, and once more afterwards (--last). */
async function moveFilesToStore(_db: Db, settings: Settings): Promise<void> {
  if (!settings.S3_URL)
    throw new StartupError('S3_URL is missing; set it to the store that receives the files.')
  const isLast = values.last === true
  const onFile = ({ copied, found }: MoveProgress) => {
    if ((copied + found) % 1000 === 0) printProgress(`${copied + found} files …`)
  }
  const store = await createConfiguredFileStorage(settings)
  const { copied, found } = await moveFilesToObjectStore(settings.DATA_DIR, store, { isLast, onFile })
  printLine(`${copied} files copied, ${found} were there already.`)
  printLine(
    isLast
      ? 'All of them were removed from this disk.'
      : 'They are still on this disk; run the command with --last to remove them.',
  )
}

const commands: Record<string, (db: Db, settings: Settings, source: OpenDatabase) => Promise<void>> = {
  create: createFirstAdmin,
  'reset-two-factor': resetSecondFactors,
  'check-summaries': checkSummaries,
  'end-revived': endRevivedGrants,
  'rotate-key': rotateEncryptionKey,
  'rotate-card-key': rotateCardSigningKeyByCommand,
  'move-files': moveFilesToStore,
}

await runMainFunctionAndPrintFailure(async () => {
  const command = commands[positionals[0] ?? '']
  if (!command) throw new StartupError(usage)
  const settings = readSettingsFromEnvironment()
  const source = await openDatabase(settings, { beside: true })
  try {
    await migrateDatabase(source)
    const database = openConnectionPool(source.directUrl, { purpose: 'admin', max: 1 })
    await command(database.db, settings, source)
    await database.close()
  } finally {
    await source.stop()
  }
  process.exit(0)
})
