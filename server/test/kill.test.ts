// Guarantee: between the commit and its effects a process may die; what was promised still happens, once it is back.
import { expect, test } from 'vitest'
import { cookieFor } from './chat.ts'
import { setUpDatabase } from './database.ts'
import { buildUser } from './factories.ts'
import { settingsOn, startProgram, until } from './program.ts'
import { startSmtp } from './smtp.ts'

const database = setUpDatabase()

test('kill -9 between commit and effect: the mail and the notification still happen', async () => {
  const office = await buildUser(database.db, { role: 'hq_admin' })
  const env = await settingsOn(database)
  const post = (path: string, body: object) =>
    fetch(env.PUBLIC_URL + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // It takes the connection and says nothing: the mail is on its way, and cannot have arrived.
  let hasCalled = false
  const silent = await startSmtp({
    onConnect: () => {
      hasCalled = true
    },
  })
  const first = await startProgram({ ...env, SMTP_URL: silent.url })
  const email = 'mangsa@contoh.my'
  const answer = await post('/api/auth/register', {
    email,
    password: 'ombak-biru-77',
    fullName: 'Mangsa Elektrik',
  })
  expect(answer.status).toBe(201)
  await until(() => hasCalled)
  first.child.kill('SIGKILL')
  await first.ended
  expect(silent.received).toEqual([])

  const listening = await startSmtp()
  const second = await startProgram({ ...env, SMTP_URL: listening.url })
  await until(() => listening.received.length > 0, { say: second.output })
  expect(listening.received).toHaveLength(1)
  expect(listening.received[0]).toContain(`To: ${email}`)
  const cookie = await cookieFor(database.db, office.id)
  const told = await fetch(`${env.PUBLIC_URL}/api/notifications`, { headers: { cookie } })
  const subjects = ((await told.json()) as { subject: string }[]).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject === 'Mangsa Elektrik')).toHaveLength(1)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})
