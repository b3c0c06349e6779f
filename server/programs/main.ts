// Main program of the server: reads the settings, opens and migrates the database, then accepts requests.
import { createServer } from 'node:net'
import { migrateDatabase, openDatabase } from '#server/db/setup/open-database.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { readSettingsFromEnvironment, releaseVersion, type Settings } from '#server/env.ts'
import { hasServerSecretKey, loadOrCreateSecretKey } from '#server/secret.ts'
import { printLine, printProgress, runMainFunctionAndPrintFailure } from '#server/terminal.ts'
import { type CloseHandlers, waitWithTimeout } from './close-handlers.ts'
import { explainPortError } from './explain-port-error.ts'

/**
 * At shutdown resources are closed in reverse order. The embedded database is opened first and therefore closed last.
 */
const closers: CloseHandlers = []
let stopping: Promise<void> | undefined

function stopProgram(): Promise<void> {
  stopping ??= (async () => {
    // The process exits within ten seconds even if a resource does not close.
    // The embedded PostgreSQL shuts down by itself after the server process has exited.
    setTimeout(() => process.exit(0), 9000).unref()
    // Work that still runs at shutdown may fail when the database stops. These failures do no harm and are ignored.
    process.on('uncaughtException', () => {})
    for (const close of closers.reverse()) await close()
    process.exit(0)
  })()
  return stopping
}

/** Checks the port before the slow parts of the start, so that a port in use is reported at once. */
function requireFreePort({ HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainPortError(error, HOST, PORT)))
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function printReadyMessage(settings: Settings): void {
  printLine(`\n${settings.APP_NAME} (release ${releaseVersion}) is ready: ${settings.PUBLIC_URL}`)
  if (!settings.isDemo) return
  printLine(`\nDemo accounts, all with the password ${demoPassword}:`)
  for (const { email, role, status } of demoAccounts) {
    printLine(`  ${email.padEnd(26)} ${status === 'active' ? role : status}`)
  }
  printLine('\nCtrl-C stops it.')
}

async function startProgram(): Promise<void> {
  const settings = readSettingsFromEnvironment()
  process.once('SIGTERM', stopProgram)
  process.once('SIGINT', stopProgram)
  await requireFreePort(settings)
  // The secret key file is read before the database is opened, so that a damaged key file is reported first.
  if (hasServerSecretKey(settings)) loadOrCreateSecretKey(settings)

  // The module serve.ts contains most of the code, so it is loaded while the database starts.
  const loading = import('./serve.ts')
  // An empty handler prevents an unhandled rejection when opening the database fails before serve.ts is awaited.
  loading.catch(() => {})
  const source = await openDatabase(settings)
  closers.push(() => waitWithTimeout(5000, source.stop()))
  const applied = await migrateDatabase(source)
  if (applied.length > 0) printProgress('The database schema is up to date.')
  if (!settings.isDemo && source.ownerUrl === source.directUrl) {
    printProgress(
      'One database role is used for everything: set DATABASE_OWNER_URL as well to protect the audit log.',
    )
  }

  const { startApplicationServer: serve } = await loading
  await serve(settings, source, { closers, isStopping: () => stopping !== undefined })
  printReadyMessage(settings)
}

await runMainFunctionAndPrintFailure(async () => {
  try {
    await startProgram()
  } catch (error) {
    // When the operator stops the server while it starts, errors of the start are expected and not reported.
    if (!stopping) throw error
    await stopping
  }
})
