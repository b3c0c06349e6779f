import { expect, test } from 'vitest'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()
const buildDirectoryUrl = (id: number) => `/api/clubs/${id}/directory`

test('the club directory contains visible members of the club of the caller, with name, course, institution and photo only', async () => {
  const { db } = target.database
  const [club, other] = [await buildClub(db), await buildClub(db)]
  const me = await target.asNew({ clubId: club.id, fullName: 'Aminah' })
  const hidden = await target.asNew({ clubId: club.id, fullName: 'Budi' })
  await buildUser(db, { clubId: club.id, fullName: 'Chong', course: 'Perubatan', phone: '+81 3 1234 5678' })
  await buildUser(db, { clubId: club.id, fullName: 'Devi', status: 'inactive' })
  await buildUser(db, { clubId: other.id, fullName: 'Ezra' })
  const listNames = async (caller = me, query = '') =>
    (await caller.call('GET', `${buildDirectoryUrl(club.id)}${query}`))
      .json()
      .map((row: { fullName: string }) => row.fullName)
  expect(await listNames()).toEqual(['Aminah', 'Budi', 'Chong'])
  const [, , chong] = (await me.call('GET', buildDirectoryUrl(club.id))).json()
  expect(Object.keys(chong).sort()).toEqual(['course', 'fullName', 'id', 'institution', 'profileImageUrl'])
  expect(await listNames(me, '?search=hon')).toEqual(['Chong'])

  expect((await hidden.call('PUT', '/api/profile/listed', { isListed: false })).statusCode).toBe(204)
  expect((await hidden.call('GET', '/api/profile/listed')).json()).toEqual({ isListed: false })
  expect(await listNames()).toEqual(['Aminah', 'Chong'])
  expect((await me.call('GET', buildDirectoryUrl(club.id))).headers['x-total-count']).toBe('2')
  expect(await listNames(hidden)).toEqual(['Aminah', 'Budi', 'Chong'])
  await hidden.call('PUT', '/api/profile/listed', { isListed: true })
  expect(await listNames()).toEqual(['Aminah', 'Budi', 'Chong'])

  // The directory of another club returns 404 for everybody, including users without a club.
  const readStatus = async (caller: typeof me, id: number) =>
    (await caller.call('GET', buildDirectoryUrl(id))).statusCode
  expect(await readStatus(me, other.id)).toBe(404)
  expect(await readStatus(await target.asNew(), club.id)).toBe(404)
  expect(await readStatus(await target.asNew({ role: 'system_admin' }), club.id)).toBe(404)
  expect((await me.call('GET', `${buildDirectoryUrl(club.id)}?sort=phone`)).statusCode).toBe(400)
  expect((await me.call('PUT', '/api/profile/listed', { isListed: 'ya' })).statusCode).toBe(400)
})

test('external links of a club must be web URLs, and a change of other fields keeps them', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'hq_admin' })
  const { id, name } = await buildClub(db)
  const saveClub = (body: object) =>
    admin.call('PUT', `/api/clubs/${id}`, { name, country: 'Japan', ...body })
  const links = [{ platform: 'Laman web', url: 'https://contoh.my/kelab' }]
  expect((await saveClub({ links })).statusCode).toBeLessThan(300)
  expect((await saveClub({ description: 'Baharu' })).statusCode).toBeLessThan(300)
  expect((await admin.call('GET', `/api/clubs/${id}`)).json()).toMatchObject({ links, logoUrl: null })
  for (const url of ['javascript:alert(1)', 'contoh.my', '']) {
    expect((await saveClub({ links: [{ platform: 'Laman web', url }] })).statusCode).toBe(400)
  }
  // A club logo must be an upload of the user, of kind club_logo.
  expect((await saveClub({ logoId: crypto.randomUUID() })).statusCode).toBe(400)
})
