// Guarantee: between the commit and its effects a process may die; what was promised still happens, once it is back.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/accounts.ts'
import { freePort } from './app.ts'
import { startProgram, until } from './program.ts'
import { startSmtp } from './smtp.ts'

test('kill -9 between commit and effect: the mail and the notification still happen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-kill-'))
  const port = await freePort()
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
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
  const env = { DATA_DIR: folder, PORT: String(port) }
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
  const login = await post('/api/auth/login', { email: 'hq_admin@demo.test', password: demoPassword })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const told = await fetch(`http://127.0.0.1:${port}/api/notifications`, { headers: { cookie } })
  const subjects = ((await told.json()) as { subject: string }[]).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject === 'Mangsa Elektrik')).toHaveLength(1)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})
