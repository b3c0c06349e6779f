import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createSignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { termAcceptances } from '#server/db/schema/terms.ts'
import { registerWithGoogle } from '#server/features/registration/register-user.service.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import { connectSocket } from '#server/test/harness/sockets.ts'
import { currentTermsVersion } from '#shared/terms.ts'

const target = setUpApp()
const url = '/api/profile/terms'
const acceptance = { version: currentTermsVersion, terms: true, consent: true }

async function readAcceptances(email: string) {
  const { db } = target.database
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('nobody')
  const rows = await db.select().from(termAcceptances).where(eq(termAcceptances.userId, user.id))
  return { user, rows }
}

/** Builds a user who accepted version 1 of the terms, as the migration records it for existing accounts. */
async function buildUserWithOldTerms() {
  const person = await target.asNew()
  await target.database.db
    .insert(termAcceptances)
    .values({ userId: person.user.id, version: 1, way: 'before', consented: false })
  return person
}
const readMustAcceptTerms = async (person: Awaited<ReturnType<typeof buildUserWithOldTerms>>) =>
  (await person.call('GET', '/api/auth/me')).json().mustAgree

describe('terms', () => {
  test('registering stores the accepted version of the terms and the explicit consent', async () => {
    const registerWithConsents = (email: string, consents: object) =>
      target.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          email,
          password: 'ombak-biru-77',
          fullName: 'Aminah',
          currentCountry: 'Japan',
          ...consents,
        },
      })
    expect((await registerWithConsents('a@terma.my', { terms: true, consent: true })).statusCode).toBe(201)
    expect((await readAcceptances('a@terma.my')).rows).toMatchObject([
      { version: currentTermsVersion, way: 'application', consented: true },
    ])
    expect((await registerWithConsents('b@terma.my', {})).statusCode).toBe(201)
    expect((await readAcceptances('b@terma.my')).rows).toEqual([])
    expect(
      (await registerWithConsents('c@terma.my', { terms: true, consent: false })).json().fields,
    ).toHaveProperty('consent')
  })

  test('an applicant who registers with Google must accept the terms', async () => {
    const person = { googleId: 'g-terma', email: 'g@terma.my', fullName: 'Google' }
    await registerWithGoogle(buildTestServiceContext(target.database.db), person, '10.9.9.9')
    const { user } = await readAcceptances('g@terma.my')
    const caller = await target.as(user)
    expect((await caller.call('GET', '/api/auth/me')).json()).toMatchObject({
      mustAgree: true,
      status: 'pending',
    })
  })

  test('a user who accepted older terms can download data and is asked to accept the current terms once', async () => {
    const person = await buildUserWithOldTerms()
    expect(await readMustAcceptTerms(person)).toBe(true)
    expect((await person.call('POST', '/api/account/data')).statusCode).toBeLessThan(300)
    const responses = await Promise.all([1, 2].map(() => person.call('POST', url, acceptance)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await readMustAcceptTerms(person)).toBeUndefined()
    const { rows } = await readAcceptances(person.user.email)
    expect(rows.map(({ version, way }) => [version, way])).toEqual([
      [1, 'before'],
      [currentTermsVersion, 'asked'],
    ])
    expect(await readMustAcceptTerms(await target.asNew().then(fresh => ({ ...fresh })))).toBeUndefined()
  })

  test('a user who has not accepted the current terms cannot write by HTTP or socket until accepting them', async () => {
    const person = await buildUserWithOldTerms()
    const { accessList } = target.app
    const changes = accessList.filter(
      ({ method, access }) => !['GET', 'HEAD'].includes(method) && access !== 'public',
    )
    const unrestricted: string[] = []
    for (const { method, url: path } of changes) {
      if (path === '/api/auth/logout' || path === url || path === '/api/account/erase') continue
      const requestUrl = path.replace(/:\w+/g, '1')
      const { statusCode, body } = await person.call(method as 'POST', requestUrl, {})
      // Endpoints outside the permissions of the role return the error forbidden instead of agree_first.
      if (statusCode !== 403 || !/agree_first|forbidden/.test(body)) unrestricted.push(`${method} ${path}`)
    }
    expect(unrestricted.sort()).toEqual([
      'POST /api/account/data',
      'POST /api/auth/proof/code',
      'POST /api/auth/proof/passkey',
      'POST /api/auth/proof/passkey/options',
      'POST /api/auth/proof/password',
    ])
    const body = { phone: '+60123456789' }
    const changeProfile = () => person.call('PUT', '/api/profile', body)
    expect((await changeProfile()).json().code).toBe('agree_first')
    expect((await person.call('GET', '/api/profile')).statusCode).toBe(200)
    const server = await target.app.listen({ port: 0, host: '127.0.0.1' })
    const connectSocketOfPerson = () => connectSocket(server, { cookie: person.cookie })
    await expect(connectSocketOfPerson()).rejects.toThrow('unauthenticated')
    expect((await person.call('POST', url, acceptance)).statusCode).toBe(204)
    expect((await changeProfile()).statusCode).toBe(204)
    ;(await connectSocketOfPerson()).close()
  })

  test('a user who has not accepted the current terms can erase the account and sign out', async () => {
    const person = await buildUserWithOldTerms()
    const erase = { currentPassword: testPassword }
    expect((await person.call('POST', '/api/account/erase', erase)).statusCode).toBe(204)
    const other = await buildUserWithOldTerms()
    expect((await other.call('POST', '/api/auth/logout')).statusCode).toBe(204)
  })

  test('a transaction fails with the error agree_first when the terms changed after the request was authorized', async () => {
    const person = await target.asNew()
    const { app } = target
    const session = await findSession(app.pool, app.settings, person.cookie.split('=')[1])
    if (!session) throw new Error('nobody')
    const context = createSignedInContext(app.context, app.pools, session, { access: 'account.manage' })
    await target.database.db
      .insert(termAcceptances)
      .values({ userId: person.user.id, version: 1, way: 'before', consented: false })
    await expect(context.transaction(async () => 'changed')).rejects.toMatchObject({ code: 'agree_first' })
  })

  test.each([
    [{ ...acceptance, version: currentTermsVersion - 1 }, 409],
    [{ ...acceptance, version: currentTermsVersion + 1 }, 409],
    [{ ...acceptance, terms: false }, 400],
    [{ version: currentTermsVersion, terms: true }, 400],
    [{ ...acceptance, version: 'dua' }, 400],
    [{ ...acceptance, userId: 1 }, 400],
  ])('accepting the terms with the body %j is rejected and stores nothing', async (body, status) => {
    const person = await buildUserWithOldTerms()
    expect((await person.call('POST', url, body)).statusCode).toBe(status)
    expect((await readAcceptances(person.user.email)).rows).toHaveLength(1)
    expect(await readMustAcceptTerms(person)).toBe(true)
  })

  test('the database denies updates and deletions of terms acceptances', async () => {
    const person = await buildUserWithOldTerms()
    const runSqlForPerson = (text: string) => target.database.pool.query(text, [person.user.id])
    await expect(
      runSqlForPerson('update term_acceptances set consented = true where user_id = $1'),
    ).rejects.toThrow('denied')
    await expect(runSqlForPerson('delete from term_acceptances where user_id = $1')).rejects.toThrow('denied')
  })
})
