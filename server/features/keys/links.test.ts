import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { sweepExpired } from '#server/retention/sweep.service.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { withKeys } from '#server/test/e2ee.ts'
import { encode } from '#shared/e2ee/encoding.ts'

const target = setUpApp()
const random = () => encode(randomBytes(32))
const newLink = () => ({ id: random(), box: random(), mac: random() })
const open = (me: Caller, body: unknown) => me.call('POST', '/api/keys/me/links', body)
const read = (me: Caller, id: string) => me.call('GET', `/api/keys/me/links/${id}`)
const answer = (me: Caller, id: string, sealed: unknown = 'abc') =>
  me.call('PUT', `/api/keys/me/links/${id}`, { answer: sealed })
const person = async () => withKeys(await target.asNew())

test('a new device asks, an old one of the same person answers once, and it is over when it is closed', async () => {
  const me = await person()
  const { id, box, mac } = newLink()
  const opened = await open(me, { id, box, mac })
  expect(opened.json()).toEqual({ box, mac, name: 'Pelayar', answer: null, expiresAt: expect.any(String) })
  const left = Date.parse(opened.json().expiresAt) - Date.now()
  expect(left).toBeGreaterThan(60_000)
  expect(left).toBeLessThanOrEqual(121_000)
  const tries = await Promise.all([answer(me, id, 'satu'), answer(me, id, 'dua')])
  expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
  expect(['satu', 'dua']).toContain((await read(me, id)).json().answer)
  expect((await open(me, { ...newLink(), id })).statusCode).toBe(409)
  expect((await me.call('DELETE', `/api/keys/me/links/${id}`)).statusCode).toBe(204)
  expect((await read(me, id)).statusCode).toBe(404)
})

test('nobody else sees it, answers it or closes it', async () => {
  const [me, other] = [await person(), await person()]
  const link = newLink()
  await open(me, link)
  expect((await read(other, link.id)).statusCode).toBe(404)
  expect((await answer(other, link.id)).statusCode).toBe(404)
  await other.call('DELETE', `/api/keys/me/links/${link.id}`)
  expect((await open(other, link)).statusCode).toBe(409)
  expect((await read(me, link.id)).json().answer).toBeNull()
})

test('after two minutes it is not there, and is swept', async () => {
  const { db } = target.database
  const me = await person()
  const link = newLink()
  await open(me, link)
  const isThis = eq(keyLinks.id, link.id)
  await db.update(keyLinks).set({ expiresAt: sql`now() - interval '1 second'` }).where(isThis)
  expect((await read(me, link.id)).statusCode).toBe(404)
  expect((await answer(me, link.id)).statusCode).toBe(404)
  await sweepExpired(db)
  expect(await db.$count(keyLinks, isThis)).toBe(0)
})

test('without keys 409, nonsense 400, too many 429', async () => {
  expect((await open(await target.asNew(), newLink())).json().code).toBe('keys_moved')
  const me = await person()
  for (const wrong of [{}, { ...newLink(), id: 'a' }, { ...newLink(), secret: '1' }])
    expect((await open(me, wrong)).statusCode).toBe(400)
  const { id, ...offer } = newLink()
  await open(me, { id, ...offer })
  for (const wrong of ['', 'a b', 'a'.repeat(513 * 1024), 1])
    expect((await answer(me, id, wrong)).statusCode).toBe(400)
  let last = 0
  for (let n = 0; n < 20; n++) last = (await open(me, newLink())).statusCode
  expect(last).toBe(429)
})
