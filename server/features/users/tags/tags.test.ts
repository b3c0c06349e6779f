import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { tags, userTags } from '#server/db/schema/tags.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { BulkDecisionOutcome, UserRow } from '#shared/contracts/users/users.schemas.ts'

const target = setUpApp()
let hq: Caller
let japan: Caller & { user: { id: number } }
let secretary: Caller
let clubId: number

beforeAll(async () => {
  const club = await buildClub(target.database.db, { country: 'Japan' })
  clubId = club.id
  hq = await target.asNew({ role: 'hq_admin' })
  japan = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
  secretary = await target.asNew({ role: 'club_secretary', currentCountry: 'Japan', clubId })
})

let serial = 0
async function createTag(caller: Caller, name = `Tag ${serial++}`): Promise<number> {
  const response = await caller.call('POST', '/api/tags', { name })
  expect(response.statusCode).toBe(200)
  return response.json().id
}
const buildMember = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(target.database.db, { currentCountry: 'Japan', clubId, ...values })
const changeTag = async (caller: Caller, change: 'add' | 'remove', ids: number[], tagId: number) =>
  caller.call('POST', `/api/tags/users/${change}`, { ids, tagId })
const readCodes = (response: { json(): BulkDecisionOutcome[] }) => response.json().map(({ code }) => code)
async function readTagNames(caller: Caller, userId: number): Promise<string[]> {
  const response = await caller.call('GET', `/api/tags/users?ids=${userId}`)
  expect(response.statusCode).toBe(200)
  return response.json()[0]?.tags.map(({ name }: { name: string }) => name) ?? []
}
async function listUsersWithTag(caller: Caller, tagId: number): Promise<number[]> {
  const response = await caller.call('GET', `/api/users?page=1&pageSize=50&tagId=${tagId}`)
  expect(response.statusCode).toBe(200)
  return response.json().map(({ id }: UserRow) => id)
}

describe('tag definitions', () => {
  it('the tag list contains only the tags that belong to the club, country or headquarters of the caller', async () => {
    const ids = [await createTag(hq), await createTag(japan), await createTag(secretary)]
    for (const [index, caller] of [hq, japan, secretary].entries()) {
      const listed = (await caller.call('GET', '/api/tags')).json().map(({ id }: { id: number }) => id)
      expect(ids.filter(id => listed.includes(id))).toEqual([ids[index]])
    }
  })

  it('creating a tag is refused for an empty name, for a name that differs only in case, and for callers with the role member', async () => {
    await createTag(japan, 'Sukarelawan')
    expect((await japan.call('POST', '/api/tags', { name: '  ' })).statusCode).toBe(400)
    expect((await japan.call('POST', '/api/tags', { name: 'sukarelawan' })).json().code).toBe('tag_exists')
    await createTag(secretary, 'Sukarelawan')
    const member = await target.asNew({ role: 'member', currentCountry: 'Japan', clubId })
    for (const [method, path] of [
      ['GET', '/api/tags'],
      ['POST', '/api/tags'],
      ['GET', `/api/tags/users?ids=${member.user.id}`],
    ] as const)
      expect(
        (await member.call(method, path, method === 'POST' ? { name: 'A' } : undefined)).statusCode,
      ).toBe(403)
  })

  it('managers can rename and remove only tags that belong to their own club, country or headquarters, and get 404 for others', async () => {
    const id = await createTag(japan)
    for (const caller of [hq, secretary]) {
      expect((await caller.call('PUT', `/api/tags/${id}`, { name: 'Lain' })).statusCode).toBe(404)
      expect((await caller.call('DELETE', `/api/tags/${id}`)).statusCode).toBe(404)
    }
    expect((await japan.call('PUT', `/api/tags/${id}`, { name: 'Nama baharu' })).statusCode).toBe(204)
    expect((await japan.call('DELETE', `/api/tags/${id}`)).statusCode).toBe(204)
    expect((await japan.call('DELETE', `/api/tags/${id}`)).statusCode).toBe(404)
    // A new tag can have the name of a removed tag.
    await createTag(japan, 'Nama baharu')
  })

  it('thirty concurrent requests create at most 100 tags per club', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const admin = await target.asNew({ role: 'club_admin_ln', currentCountry: 'Japan', clubId: club.id })
    await db
      .insert(tags)
      .values(Array.from({ length: 90 }, (_, index) => ({ clubId: club.id, name: `Lama ${index}` })))
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => admin.call('POST', '/api/tags', { name: `Baharu ${index}` })),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(await db.$count(tags, eq(tags.clubId, club.id))).toBe(100)
  })
})

describe('tags of users', () => {
  it('a tag can be added to or removed from many users, with an outcome for each user and one audit event per change', async () => {
    const { db } = target.database
    const tagId = await createTag(japan)
    const [first, second] = [await buildMember(), await buildMember({ clubId: null })]
    const elsewhere = await buildUser(db, { currentCountry: 'France' })
    const superior = await buildMember({ role: 'hq_admin' })
    const ids = [first.id, second.id, elsewhere.id, superior.id, japan.user.id]
    const expected = [null, null, 'not_found', 'forbidden', 'forbidden']
    expect(readCodes(await changeTag(japan, 'add', ids, tagId))).toEqual(expected)
    expect(readCodes(await changeTag(japan, 'add', ids, tagId))).toEqual(expected)
    expect((await listUsersWithTag(japan, tagId)).sort()).toEqual([first.id, second.id].sort())
    const countEvents = (kind: 'user.tagged' | 'user.untagged') =>
      db.$count(auditEvents, and(eq(auditEvents.kind, kind), eq(auditEvents.targetId, String(first.id))))
    expect(await countEvents('user.tagged')).toBe(1)
    expect(readCodes(await changeTag(japan, 'remove', [first.id], tagId))).toEqual([null])
    expect(readCodes(await changeTag(japan, 'remove', [first.id], tagId))).toEqual([null])
    expect(await countEvents('user.untagged')).toBe(1)
    expect(await listUsersWithTag(japan, tagId)).toEqual([second.id])
  })

  it('tags are hidden from managers of other and narrower scopes and shown to managers of wider scopes', async () => {
    const [ofHq, ofJapan, ofClub] = [await createTag(hq), await createTag(japan), await createTag(secretary)]
    const member = await buildMember()
    for (const [caller, tagId] of [
      [hq, ofHq],
      [japan, ofJapan],
      [secretary, ofClub],
    ] as const)
      expect(readCodes(await changeTag(caller, 'add', [member.id], tagId))).toEqual([null])
    expect(await readTagNames(hq, member.id)).toHaveLength(3)
    expect(await readTagNames(japan, member.id)).toHaveLength(2)
    expect(await readTagNames(secretary, member.id)).toHaveLength(1)
    expect(await listUsersWithTag(secretary, ofJapan)).toEqual([])
    expect(await listUsersWithTag(japan, ofHq)).toEqual([])
    expect((await changeTag(secretary, 'add', [member.id], ofJapan)).statusCode).toBe(404)
    const france = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect(await readTagNames(france, member.id)).toEqual([])
    expect((await changeTag(france, 'remove', [member.id], ofJapan)).statusCode).toBe(404)
  })

  it('a tag of a club can be given only to members of the club, and club roles can tag active members only', async () => {
    const tagId = await createTag(secretary)
    const [outside, pending] = [await buildMember({ clubId: null }), await buildMember({ status: 'pending' })]
    expect(readCodes(await changeTag(hq, 'add', [outside.id], tagId))).toEqual(['outside_tag'])
    expect(readCodes(await changeTag(secretary, 'add', [outside.id, pending.id], tagId))).toEqual([
      'not_found',
      'not_found',
    ])
  })

  it('the tag of a member who left the club is hidden, is shown again on return, and is erased after 90 days', async () => {
    const { db } = target.database
    const tagId = await createTag(secretary)
    const member = await buildMember()
    await changeTag(secretary, 'add', [member.id], tagId)
    const moveToClub = (club: number | null) =>
      japan.call('PUT', `/api/users/${member.id}/placement`, { currentCountry: 'Japan', clubId: club })
    expect((await moveToClub(null)).statusCode).toBe(200)
    expect(await readTagNames(japan, member.id)).toEqual([])
    expect(await listUsersWithTag(secretary, tagId)).toEqual([])
    expect((await secretary.call('GET', '/api/tags')).json()).toContainEqual(
      expect.objectContaining({ id: tagId, memberCount: 0 }),
    )
    await moveToClub(clubId)
    expect(await listUsersWithTag(secretary, tagId)).toEqual([member.id])
    await moveToClub(null)
    await db.execute(
      `update user_tags set outside_since = now() - interval '89 days' where tag_id = ${tagId}`,
    )
    await deleteExpiredRows(db)
    expect(await db.$count(userTags, eq(userTags.tagId, tagId))).toBe(1)
    await db.execute(
      `update user_tags set outside_since = now() - interval '91 days' where tag_id = ${tagId}`,
    )
    await deleteExpiredRows(db)
    expect(await db.$count(userTags, eq(userTags.tagId, tagId))).toBe(0)
  })

  it('the retention job deletes a removed tag and its assignments to members in batches', async () => {
    const { db } = target.database
    const tagId = await createTag(japan)
    const members = [await buildMember(), await buildMember(), await buildMember()]
    await changeTag(
      japan,
      'add',
      members.map(({ id }) => id),
      tagId,
    )
    await japan.call('DELETE', `/api/tags/${tagId}`)
    expect(await listUsersWithTag(japan, tagId)).toEqual([])
    expect((await changeTag(japan, 'add', [members[0]?.id ?? 0], tagId)).statusCode).toBe(404)
    await deleteExpiredRows(db, 2)
    expect(await db.$count(userTags, eq(userTags.tagId, tagId))).toBe(0)
    expect(await db.$count(tags, eq(tags.id, tagId))).toBe(0)
  })

  it('ten concurrent requests that add the same tag to a user store one row and one audit event', async () => {
    const { db } = target.database
    const tagId = await createTag(hq)
    const member = await buildMember()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => changeTag(hq, 'add', [member.id], tagId)),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(await db.$count(userTags, eq(userTags.tagId, tagId))).toBe(1)
    const isOfMember = and(eq(auditEvents.kind, 'user.tagged'), eq(auditEvents.targetId, String(member.id)))
    expect(await db.$count(auditEvents, isOfMember)).toBe(1)
  })

  it('tagging members returns 403 and changes nothing after a secretary was demoted', async () => {
    const { db } = target.database
    const former = await target.asNew({ role: 'club_secretary', currentCountry: 'Japan', clubId })
    const tagId = await createTag(former)
    const member = await buildMember()
    await db.update(users).set({ role: 'member' }).where(eq(users.id, former.user.id))
    expect((await changeTag(former, 'add', [member.id], tagId)).statusCode).toBe(403)
    expect(await db.$count(userTags, eq(userTags.tagId, tagId))).toBe(0)
  })
})
