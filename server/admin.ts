import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email as emailField } from '#shared/contracts/fields.ts'
import { connect } from './db/client.ts'
import { translateDatabaseError } from './db/database-errors.ts'
import { migrateDatabase, openDatabase } from './db/open.ts'
import { readSettings } from './env.ts'
import { isCommonPassword } from './features/auth/common-passwords.ts'
import { createAdmin } from './features/auth/create-admin.service.ts'
import { runProgram, StartupError, say } from './terminal.ts'

const usage =
  'Usage: npm run admin -- create --email nama@contoh.my --name "Nama Penuh" (the password is asked for)'

/** Typed unseen at a terminal; otherwise the first line of what is piped in. */
async function askPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY
  if (isTerminal) process.stdout.write('Password (12 characters or more): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  const password = await new Promise<string>(resolve => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTerminal) say('')
  if (password.length < 12 || password.length > 1000)
    throw new StartupError('The password needs 12 characters or more.')
  if (isCommonPassword(password))
    throw new StartupError('That password is among the most common ones; choose another.')
  return password
}

function readArguments(): { email: string; fullName: string } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    args: process.argv.slice(2),
    options: { email: { type: 'string' }, name: { type: 'string' } },
  })
  const email = emailField.safeParse(values.email)
  const fullName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200)).safeParse(values.name)
  if (positionals[0] !== 'create' || !email.success || !fullName.success) throw new StartupError(usage)
  return { email: email.data, fullName: fullName.data }
}

await runProgram(async () => {
  const person = readArguments()
  const settings = readSettings()
  const password = await askPassword()
  const source = await openDatabase(settings, { beside: true })
  try {
    await migrateDatabase(source)
    const database = connect(source.appUrl, { max: 1 })
    await createAdmin(database.db, { ...person, password }).catch(error => {
      if (translateDatabaseError(error)?.status === 409)
        throw new StartupError(`${person.email} has an account already.`)
      throw error
    })
    await database.close()
    say(`${person.email} can now sign in as system_admin.`)
  } finally {
    await source.stop()
  }
  process.exit(0)
})
