import { createServer } from 'node:net'
import { migrateDatabase, openDatabase } from '#server/db/open.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { readSettings, releaseVersion, type Settings } from '#server/env.ts'
import { hasSecret, loadSecret } from '#server/secret.ts'
import { progress, runProgram, say } from '#server/terminal.ts'
import { type Closers, within } from './closers.ts'
import { portError } from './port-error.ts'

/** Stopping takes what was opened apart in reverse; the embedded database is opened first, so it goes last. */
const closers: Closers = []
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    // Whatever hangs, the process is gone within ten seconds; the embedded database then stops by itself.
    setTimeout(() => process.exit(0), 9000).unref()
    // What was given up on may still fail when the database goes; by then it is nobody's concern.
    process.on('uncaughtException', () => {})
    for (const close of closers.reverse()) await close()
    process.exit(0)
  })()
  return stopping
}

/** Asked before the work of starting, so that the answer comes at once. */
function checkPort({ HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, HOST, PORT)))
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function greet(settings: Settings): void {
  say(`\n${settings.APP_NAME} (release ${releaseVersion}) is ready: ${settings.PUBLIC_URL}`)
  if (!settings.isDemo) return
  say(`\nDemo accounts, all with the password ${demoPassword}:`)
  for (const { email, role, status } of demoAccounts) {
    say(`  ${email.padEnd(26)} ${status === 'active' ? role : status}`)
  }
  say('\nCtrl-C stops it.')
}

async function start(): Promise<void> {
  const settings = readSettings()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await checkPort(settings)
  // One that cannot be read is said before a database is made or started for it.
  if (hasSecret(settings)) loadSecret(settings)

  // What serves is most of the program. It loads while the database starts, and not at all for what is refused above.
  const loading = import('./serve.ts')
  // Heard here in case the database fails first.
  loading.catch(() => {})
  const source = await openDatabase(settings)
  closers.push(() => within(5000, source.stop()))
  const applied = await migrateDatabase(source)
  if (applied.length > 0) progress('The database schema is up to date.')
  if (!settings.isDemo && source.ownerUrl === source.directUrl) {
    progress('One database role for everything: set DATABASE_OWNER_URL as well to shield the audit trail.')
  }

  const { serve } = await loading
  await serve(settings, source, { closers, isStopping: () => stopping !== undefined })
  greet(settings)
}

await runProgram(async () => {
  try {
    await start()
  } catch (error) {
    // Told to stop half-way through starting: what then fails is no failure.
    if (!stopping) throw error
    await stopping
  }
})
