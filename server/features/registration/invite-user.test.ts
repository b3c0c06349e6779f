import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailOutbox } from '#server/db/schema/events.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()

test('POST /api/users/invite returns a result for each user and sends at most three emails per user and day', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'country_admin' })
  const entered = await buildUser(db, { password: null, agreedAt: null })
  const [agreed, outOfScope] = [
    await buildUser(db),
    await buildUser(db, { password: null, agreedAt: null, currentCountry: 'France' }),
  ]
  const ids = [entered.id, agreed.id, outOfScope.id, entered.id]
  const inviteUser = async () => (await admin.call('POST', '/api/users/invite', { ids })).json()
  expect(await inviteUser()).toMatchObject([
    { id: entered.id, ok: true },
    { id: agreed.id, ok: false, code: 'agreed_already' },
    { id: outOfScope.id, ok: false, code: 'not_found' },
  ])
  for (const _ of [1, 2]) await inviteUser()
  expect((await inviteUser())[0]).toMatchObject({ ok: false, code: 'too_many_attempts' })
  const isInvitation = and(eq(mailOutbox.userId, entered.id), eq(mailOutbox.kind, 'user.invited'))
  expect(await db.$count(mailOutbox, isInvitation)).toBe(3)
  const member = await target.asNew()
  expect((await member.call('POST', '/api/users/invite', { ids })).statusCode).toBe(403)
})
