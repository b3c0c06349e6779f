// When the server is killed after a commit, the mails and notifications of that change are sent after a restart.
import { expect, test } from 'vitest'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import { startSmtpServer } from '#server/test/fakes/smtp-server.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const database = setUpDatabase()

test('after a restart, a server that was killed before it sent the mail of a committed registration sends this mail and the notification once', async () => {
  const administrator = await buildUser(database.db, { role: 'hq_admin' })
  const env = await buildServerEnvironment(database)
  const postJson = (path: string, body: object) =>
    fetch(env.PUBLIC_URL + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // The SMTP server of this test accepts the connection and never responds, so the mail stays in flight.
  let hasConnected = false
  const silentSmtp = await startSmtpServer({
    onConnect: () => {
      hasConnected = true
    },
  })
  const first = await startServerProcess({ ...env, SMTP_URL: silentSmtp.url })
  const email = 'mangsa@contoh.my'
  const registration = await postJson('/api/auth/register', {
    email,
    password: 'ombak-biru-77',
    fullName: 'Mangsa Elektrik',
  })
  expect(registration.status).toBe(201)
  await waitUntil(() => hasConnected)
  first.child.kill('SIGKILL')
  await first.ended
  expect(silentSmtp.received).toEqual([])

  const workingSmtp = await startSmtpServer()
  const second = await startServerProcess({ ...env, SMTP_URL: workingSmtp.url })
  await waitUntil(() => workingSmtp.received.length > 0, { say: second.output })
  expect(workingSmtp.received).toHaveLength(1)
  expect(workingSmtp.received[0]).toContain(`To: ${email}`)
  const cookie = await createSessionCookie(database.db, administrator.id)
  const response = await fetch(`${env.PUBLIC_URL}/api/notifications`, { headers: { cookie } })
  const subjects = ((await response.json()) as { subject: string }[]).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject === 'Mangsa Elektrik')).toHaveLength(1)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})
