import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createSignedIn } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { termAcceptances } from '#server/db/schema/terms.ts'
import { registerByGoogle } from '#server/features/registration/register.service.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import { setUpApp, testContext } from '#server/test/app.ts'
import { testPassword } from '#server/test/factories.ts'
import { connectSocket } from '#server/test/sockets.ts'
import { currentTerms } from '#shared/terms.ts'

const target = setUpApp()
const url = '/api/profile/terms'
const whole = { version: currentTerms, terms: true, consent: true }

async function find(email: string) {
  const { db } = target.database
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('nobody')
  const rows = await db.select().from(termAcceptances).where(eq(termAcceptances.userId, user.id))
  return { user, rows }
}

/** Somebody who came before versions were kept, as the migration leaves them. */
async function asOld() {
  const person = await target.asNew()
  await target.database.db
    .insert(termAcceptances)
    .values({ userId: person.user.id, version: 1, way: 'before', consented: false })
  return person
}
const mustAgree = async (person: Awaited<ReturnType<typeof asOld>>) =>
  (await person.call('GET', '/api/auth/me')).json().mustAgree

describe('terms', () => {
  test('an application stores which version was accepted, and that keeping it was agreed to in so many words', async () => {
    const register = (email: string, more: object) =>
      target.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: { email, password: 'ombak-biru-77', fullName: 'Aminah', currentCountry: 'Japan', ...more },
      })
    expect((await register('a@terma.my', { terms: true, consent: true })).statusCode).toBe(201)
    expect((await find('a@terma.my')).rows).toMatchObject([
      { version: currentTerms, way: 'application', consented: true },
    ])
    expect((await register('b@terma.my', {})).statusCode).toBe(201)
    expect((await find('b@terma.my')).rows).toEqual([])
    expect((await register('c@terma.my', { terms: true, consent: false })).json().fields).toHaveProperty(
      'consent',
    )
  })

  test('whoever came by Google is asked for what no click there said', async () => {
    const person = { googleId: 'g-terma', email: 'g@terma.my', fullName: 'Google' }
    await registerByGoogle(testContext(target.database.db), person, '10.9.9.9')
    const { user } = await find('g@terma.my')
    const caller = await target.as(user)
    expect((await caller.call('GET', '/api/auth/me')).json()).toMatchObject({
      mustAgree: true,
      status: 'pending',
    })
  })

  test('whoever accepted older ones is asked, may still take their data along, and is asked once', async () => {
    const person = await asOld()
    expect(await mustAgree(person)).toBe(true)
    expect((await person.call('POST', '/api/account/data')).statusCode).toBeLessThan(300)
    const answers = await Promise.all([1, 2].map(() => person.call('POST', url, whole)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await mustAgree(person)).toBeUndefined()
    const { rows } = await find(person.user.email)
    expect(rows.map(({ version, way }) => [version, way])).toEqual([
      [1, 'before'],
      [currentTerms, 'asked'],
    ])
    expect(await mustAgree(await target.asNew().then(fresh => ({ ...fresh })))).toBeUndefined()
  })

  test('until they agree they change nothing, by no call and no socket; then everything is as it was', async () => {
    const person = await asOld()
    const { accessList } = target.app
    const changes = accessList.filter(
      ({ method, access }) => !['GET', 'HEAD'].includes(method) && access !== 'public',
    )
    const open: string[] = []
    for (const { method, url: path } of changes) {
      if (path === '/api/auth/logout' || path === url || path === '/api/account/erase') continue
      const address = path.replace(/:\w+/g, '1')
      const { statusCode, body } = await person.call(method as 'POST', address, {})
      // What their role may never do is refused on that ground.
      if (statusCode !== 403 || !/agree_first|forbidden/.test(body)) open.push(`${method} ${path}`)
    }
    expect(open.sort()).toEqual([
      'POST /api/account/data',
      'POST /api/auth/proof/code',
      'POST /api/auth/proof/passkey',
      'POST /api/auth/proof/passkey/options',
      'POST /api/auth/proof/password',
    ])
    const body = { phone: '+60123456789' }
    const change = () => person.call('PUT', '/api/profile', body)
    expect((await change()).json().code).toBe('agree_first')
    expect((await person.call('GET', '/api/profile')).statusCode).toBe(200)
    const server = await target.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = () => connectSocket(server, { cookie: person.cookie })
    await expect(socket()).rejects.toThrow('unauthenticated')
    expect((await person.call('POST', url, whole)).statusCode).toBe(204)
    expect((await change()).statusCode).toBe(204)
    ;(await socket()).close()
  })

  test('whoever does not want to may go, and sign out', async () => {
    const person = await asOld()
    const erase = { currentPassword: testPassword }
    expect((await person.call('POST', '/api/account/erase', erase)).statusCode).toBe(204)
    const other = await asOld()
    expect((await other.call('POST', '/api/auth/logout')).statusCode).toBe(204)
  })

  test('a change that was on its way when the terms changed is refused where it would write', async () => {
    const person = await target.asNew()
    const { app } = target
    const session = await findSession(app.pool, app.settings, person.cookie.split('=')[1])
    if (!session) throw new Error('nobody')
    const context = createSignedIn(app.context, app.pools, session, { access: 'account.manage' })
    await target.database.db
      .insert(termAcceptances)
      .values({ userId: person.user.id, version: 1, way: 'before', consented: false })
    await expect(context.transaction(async () => 'changed')).rejects.toMatchObject({ code: 'agree_first' })
  })

  test.each([
    [{ ...whole, version: currentTerms - 1 }, 409],
    [{ ...whole, version: currentTerms + 1 }, 409],
    [{ ...whole, terms: false }, 400],
    [{ version: currentTerms, terms: true }, 400],
    [{ ...whole, version: 'dua' }, 400],
    [{ ...whole, userId: 1 }, 400],
  ])('%j is refused and changes nothing', async (body, status) => {
    const person = await asOld()
    expect((await person.call('POST', url, body)).statusCode).toBe(status)
    expect((await find(person.user.email)).rows).toHaveLength(1)
    expect(await mustAgree(person)).toBe(true)
  })

  test('what was accepted can be added to, and neither changed nor taken away', async () => {
    const person = await asOld()
    const change = (text: string) => target.database.pool.query(text, [person.user.id])
    await expect(change('update term_acceptances set consented = true where user_id = $1')).rejects.toThrow(
      'denied',
    )
    await expect(change('delete from term_acceptances where user_id = $1')).rejects.toThrow('denied')
  })
})
