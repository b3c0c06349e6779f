import { expect, test } from 'vitest'
import { setUpApp } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'

const target = setUpApp()
const address = (id: number) => `/api/clubs/${id}/directory`

test('members see the people of their own club, as far as those want to be seen, and no more than that of them', async () => {
  const { db } = target.database
  const [club, other] = [await buildClub(db), await buildClub(db)]
  const me = await target.asNew({ clubId: club.id, fullName: 'Aminah' })
  const shy = await target.asNew({ clubId: club.id, fullName: 'Budi' })
  await buildUser(db, { clubId: club.id, fullName: 'Chong', course: 'Perubatan', phone: '+81 3 1234 5678' })
  await buildUser(db, { clubId: club.id, fullName: 'Devi', status: 'inactive' })
  await buildUser(db, { clubId: other.id, fullName: 'Ezra' })
  const names = async (caller = me, query = '') =>
    (await caller.call('GET', `${address(club.id)}${query}`))
      .json()
      .map((row: { fullName: string }) => row.fullName)
  expect(await names()).toEqual(['Aminah', 'Budi', 'Chong'])
  const [, , chong] = (await me.call('GET', address(club.id))).json()
  expect(Object.keys(chong).sort()).toEqual(['course', 'fullName', 'id', 'institution', 'profileImageUrl'])
  expect(await names(me, '?search=hon')).toEqual(['Chong'])

  expect((await shy.call('PUT', '/api/profile/listed', { isListed: false })).statusCode).toBe(204)
  expect((await shy.call('GET', '/api/profile/listed')).json()).toEqual({ isListed: false })
  expect(await names()).toEqual(['Aminah', 'Chong'])
  expect((await me.call('GET', address(club.id))).headers['x-total-count']).toBe('2')
  expect(await names(shy)).toEqual(['Aminah', 'Budi', 'Chong'])
  await shy.call('PUT', '/api/profile/listed', { isListed: true })
  expect(await names()).toEqual(['Aminah', 'Budi', 'Chong'])

  // Of another club there is nothing to see, whoever asks; nor for somebody who has none.
  const status = async (caller: typeof me, id: number) => (await caller.call('GET', address(id))).statusCode
  expect(await status(me, other.id)).toBe(404)
  expect(await status(await target.asNew(), club.id)).toBe(404)
  expect(await status(await target.asNew({ role: 'system_admin' }), club.id)).toBe(404)
  expect((await me.call('GET', `${address(club.id)}?sort=phone`)).statusCode).toBe(400)
  expect((await me.call('PUT', '/api/profile/listed', { isListed: 'ya' })).statusCode).toBe(400)
})

test('links of a club are addresses of the web, and stay when only something else is changed', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'hq_admin' })
  const { id, name } = await buildClub(db)
  const save = (body: object) => admin.call('PUT', `/api/clubs/${id}`, { name, country: 'Japan', ...body })
  const links = [{ platform: 'Laman web', url: 'https://contoh.my/kelab' }]
  expect((await save({ links })).statusCode).toBeLessThan(300)
  expect((await save({ description: 'Baharu' })).statusCode).toBeLessThan(300)
  expect((await admin.call('GET', `/api/clubs/${id}`)).json()).toMatchObject({ links, logoUrl: null })
  for (const url of ['javascript:alert(1)', 'contoh.my', '']) {
    expect((await save({ links: [{ platform: 'Laman web', url }] })).statusCode).toBe(400)
  }
  // A logo is an upload of one's own, of that kind.
  expect((await save({ logoId: crypto.randomUUID() })).statusCode).toBe(400)
})
