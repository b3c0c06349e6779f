import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { groupRoster } from '#server/db/schema/e2ee.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { type Caller, setUpApp, verdict } from '#server/test/app.ts'
import {
  Chain,
  encryptedGroupsOn,
  keysBody,
  type Member,
  makeIdentity,
  startRoster,
} from '#server/test/e2ee.ts'
import { buildClub } from '#server/test/factories.ts'
import type { Signed } from '#shared/e2ee/signed.ts'

const target = setUpApp()
const { person, people, group } = encryptedGroupsOn(target)
const read = (by: Caller, id: number, after = 0) => by.call('GET', `/api/groups/${id}/roster?after=${after}`)
const post = (by: Caller, id: number, ...entries: Signed[]) =>
  by.call('POST', `/api/groups/${id}/roster`, { entries })
const stored = async (id: number) => {
  const [row] = await target.database.db.select().from(messageGroups).where(eq(messageGroups.id, id))
  return row
}
const moved = [409, 'roster_moved']
const refused = [400, 'bad_input']

describe('a group that is made now', () => {
  test('is encrypted from the beginning, and so is a conversation', async () => {
    const [ali, siti] = await people(2)
    const made = await ali.call('POST', '/api/groups', { name: 'Kami', memberIds: [siti.user.id] })
    expect(made.json()).toMatchObject({ encrypted: true })
    const talk = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    expect(talk.json()).toMatchObject({ encrypted: true, direct: true })
    expect((await read(siti, made.json().id)).json()).toEqual({
      entries: [],
      memberIds: [ali.user.id, siti.user.id],
      waiting: [ali.keys.card, siti.keys.card],
      last: 0,
    })
  })
})

describe('the beginning', () => {
  test('and who is added, as they were signed; those without a place in it wait', async () => {
    const [ali, siti, muthu] = await people(3)
    const bare = await target.asNew()
    const id = await group([ali, siti, muthu, bare])
    const chain = new Chain(id)
    const first = chain.begin(ali.keys)
    await chain.take(first)
    const second = chain.add(ali.keys, [siti])
    expect(await verdict(post(ali, id, first, second))).toBe(204)
    const answer = (await read(bare, id)).json()
    expect(answer).toEqual({
      entries: [first, second],
      memberIds: [ali, siti, muthu, bare].map(({ user }) => user.id),
      waiting: [muthu.keys.card],
      last: 2,
    })
    expect((await read(siti, id, 1)).json().entries).toEqual([second])
    expect((await read(siti, id, 2)).json().entries).toEqual([])
    const rows = await target.database.db.select().from(groupRoster).where(eq(groupRoster.groupId, id))
    await chain.take(second)
    expect(rows.map(({ seq, hash }) => [seq, hash])).toEqual(
      chain.roster?.hashes.map((hash, at) => [at + 1, hash]),
    )
  })

  test('turns an older group, once and for good, with a word in the trail', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    expect((await read(ali, id)).json().entries).toEqual([])
    await startRoster(id, [ali, siti])
    expect(await stored(id)).toMatchObject({ encrypted: true })
    const events = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.targetType, 'group'), eq(auditEvents.targetId, String(id))))
    expect(events).toMatchObject([{ kind: 'group.encrypted', actorId: ali.user.id, country: 'Japan' }])
  })

  test('says how far a club has come without it; where somebody spoke meanwhile: 409', async () => {
    const club = await buildClub(target.database.db)
    const ali = await person({ role: 'club_admin_ln', clubId: club.id })
    const id = await group([ali], { type: 'club', clubId: club.id, encrypted: false, lastSeq: 7 })
    const begin = (plainUntil: number) =>
      verdict(post(ali, id, new Chain(id).begin(ali.keys, 'club', plainUntil)))
    expect(await begin(6)).toEqual(moved)
    expect(await begin(8)).toEqual(moved)
    expect(await stored(id)).toMatchObject({ encrypted: false })
    expect(await begin(7)).toBe(204)
  })

  test('of any other group knows no such past', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false, lastSeq: 7 })
    const begin = (plainUntil: number) =>
      verdict(post(ali, id, new Chain(id).begin(ali.keys, 'custom', plainUntil)))
    expect(await begin(7)).toEqual(refused)
    expect(await begin(0)).toBe(204)
  })

  test('is made by whoever runs the group: others 403, strangers 404, a second one 409', async () => {
    const [ali, siti, stranger] = await people(3)
    const id = await group([ali, siti])
    const begin = ({ keys, ...by }: Member) => verdict(post(by, id, new Chain(id).begin(keys)))
    expect(await begin(stranger)).toEqual([404, 'not_found'])
    expect((await read(stranger, id)).statusCode).toBe(404)
    expect(await begin(siti)).toEqual([403, 'not_group_owner'])
    expect(await begin(ali)).toBe(204)
    expect(await begin(ali)).toEqual(moved)
  })

  test('of a conversation by either of the two, and says that it is one', async () => {
    const [ali, siti] = await people(2)
    const talk = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    const { id } = talk.json()
    expect(await verdict(post(siti, id, new Chain(id).begin(siti.keys, 'custom')))).toEqual(refused)
    await startRoster(id, [siti, ali], 'direct')
    const other = await group([ali, siti])
    expect(await verdict(post(ali, other, new Chain(other).begin(ali.keys, 'direct')))).toEqual(refused)
  })

  test('needs the newest keys of who makes it', async () => {
    const ali = await person()
    const id = await group([ali])
    const newer = makeIdentity(ali.user.id, 2)
    await ali.call('PUT', '/api/keys/me', keysBody(newer))
    expect(await verdict(post(ali, id, new Chain(id).begin(ali.keys)))).toEqual([409, 'keys_moved'])
    const bare = await target.asNew()
    const own = await group([bare])
    const keys = makeIdentity(bare.user.id)
    expect(await verdict(post(bare, own, new Chain(own).begin(keys)))).toEqual([409, 'keys_moved'])
    expect(await verdict(post(ali, id, new Chain(id).begin(newer)))).toBe(204)
  })

  test.each([
    ['club_admin_ln', 204],
    ['country_admin', 204],
    ['hq_admin', 204],
    ['system_admin', 204],
    ['club_secretary', [403, 'forbidden']],
    ['member', [403, 'forbidden']],
  ] as const)('of a club’s group by %s: %j', async (role, expected) => {
    const club = await buildClub(target.database.db)
    const admin = await person({ role, clubId: club.id })
    const id = await group([admin], { type: 'club', clubId: club.id, encrypted: false })
    // What one is in the group counts for nothing in a club's.
    expect(await verdict(post(admin, id, new Chain(id).begin(admin.keys, 'club')))).toEqual(expected)
    expect(await stored(id)).toMatchObject({ encrypted: expected === 204 })
  })

  test('of a club elsewhere: 403', async () => {
    const [club, other] = [await buildClub(target.database.db), await buildClub(target.database.db)]
    const admin = await person({ role: 'club_admin_ln', clubId: other.id })
    const id = await group([admin], { type: 'club', clubId: club.id, encrypted: false })
    expect(await verdict(post(admin, id, new Chain(id).begin(admin.keys, 'club')))).toEqual([
      403,
      'forbidden',
    ])
  })

  test.each([
    ['country', { type: 'country', country: 'Germany', encrypted: false }, 'never_encrypted'],
    ['global', { type: 'global', encrypted: false }, 'never_encrypted'],
    ['closed', { isActive: false }, 'group_closed'],
  ] as const)('of a %s group: 409', async (_name, overrides, code) => {
    const admin = await person({ role: 'system_admin' })
    const id = await group([admin], overrides)
    expect(await verdict(post(admin, id, new Chain(id).begin(admin.keys)))).toEqual([409, code])
    expect((await read(admin, id)).statusCode).toBe(code === 'never_encrypted' ? 409 : 200)
  })

  test('of more than five hundred: 409', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const admin = await person({ role: 'club_admin_ln', clubId: club.id })
    const id = await group([admin], { type: 'club', clubId: club.id, encrypted: false })
    const crowd = await db
      .insert(users)
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          username: `ramai${n}`,
          email: `ramai${n}@contoh.my`,
          fullName: `Ramai ${n}`,
          status: n === 0 ? ('inactive' as const) : ('active' as const),
        })),
      )
      .returning()
    await db.insert(groupMembers).values(crowd.map(user => ({ groupId: id, userId: user.id })))
    // Five hundred who are active are not too many, and one more is.
    const begin = new Chain(id).begin(admin.keys, 'club')
    await db
      .update(users)
      .set({ status: 'active' })
      .where(eq(users.id, crowd[0]?.id ?? 0))
    expect(await verdict(post(admin, id, begin))).toEqual([409, 'group_full'])
    await db
      .update(users)
      .set({ status: 'inactive' })
      .where(eq(users.id, crowd[0]?.id ?? 0))
    expect(await verdict(post(admin, id, begin))).toBe(204)
  })
})

describe('the chain', () => {
  test('the same entry twice: once; two different ones at once: one, the other has to look again', async () => {
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    const chain = await startRoster(id, [ali])
    const [one, other] = [chain.add(ali.keys, [siti]), chain.add(ali.keys, [muthu])]
    const answers = await Promise.all([verdict(post(ali, id, one)), verdict(post(ali, id, other))])
    expect(answers).toContainEqual(204)
    expect(answers).toContainEqual(moved)
    const winner = answers[0] === 204 ? one : other
    expect(await verdict(post(ali, id, winner))).toEqual(moved)
    expect((await read(ali, id)).json().entries).toHaveLength(2)
  })

  test('an entry that goes on from somewhere else, or skips one: 409', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await startRoster(id, [ali])
    const change = { op: 'add', role: 'member', cards: [siti.keys.card] } as const
    const fork = chain.entry(ali.keys, change, { prev: 'A'.repeat(43) })
    expect(await verdict(post(ali, id, fork))).toEqual(moved)
    expect(await verdict(post(ali, id, chain.entry(ali.keys, change, { seq: 3 })))).toEqual(moved)
    expect(await verdict(post(ali, id, chain.entry(ali.keys, change, { seq: 1 })))).toEqual(moved)
    expect(await verdict(post(ali, id, chain.add(ali.keys, [siti])))).toBe(204)
  })

  test('is extended by its administrators alone; whoever wants may leave', async () => {
    const [ali, siti, mei, muthu] = await people(4)
    const id = await group([ali, siti, mei, muthu])
    // The second of them is an administrator too, since there is only one.
    const chain = await startRoster(id, [ali, siti, mei])
    expect(await verdict(post(mei, id, chain.add(mei.keys, [muthu])))).toEqual(refused)
    expect(await verdict(post(mei, id, chain.remove(mei.keys, ali)))).toEqual(refused)
    expect(await verdict(post(muthu, id, chain.add(muthu.keys, [muthu])))).toEqual(refused)
    const leaving = chain.remove(mei.keys, mei)
    expect(await verdict(post(mei, id, leaving))).toBe(204)
    await chain.take(leaving)
    expect(await verdict(post(ali, id, chain.add(ali.keys, [muthu])))).toBe(204)
  })

  test('in another’s name, with another’s signature, or of another group: 400', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await startRoster(id, [ali])
    const genuine = chain.add(ali.keys, [siti])
    const forged = chain.add({ ...ali.keys, sign: siti.keys.sign }, [siti])
    expect(await verdict(post(ali, id, forged))).toEqual(refused)
    expect(await verdict(post(ali, id, { ...genuine, body: `${genuine.body} ` }))).toEqual(refused)
    const elsewhere = await group([ali, siti])
    await startRoster(elsewhere, [ali])
    expect(await verdict(post(ali, elsewhere, genuine))).toEqual(refused)
    const purpose = ali.keys.sign('epoch', genuine.body)
    expect(await verdict(post(ali, id, purpose))).toEqual(refused)
    expect((await read(ali, id)).json().entries).toHaveLength(1)
    expect(await verdict(post(siti, id, genuine))).toEqual(refused)
  })

  describe('brought again by somebody else', () => {
    const again = (by: Member, id: number, ...entries: Signed[]) =>
      verdict(by.call('POST', `/api/groups/${id}/roster`, { entries, isAgain: true }))

    test('is taken as it was signed', async () => {
      const [ali, siti] = await people(2)
      const id = await group([ali, siti])
      const chain = await startRoster(id, [ali])
      expect(await again(siti, id, chain.add(ali.keys, [siti]))).toBe(204)
    })

    test('with a card that was never published: 409, also of who begins', async () => {
      const [ali, siti] = await people(2)
      const id = await group([siti, ali])
      const madeUp = makeIdentity(ali.user.id)
      expect(await again(siti, id, new Chain(id).begin(madeUp))).toEqual(moved)
      const chain = await startRoster(id, [siti])
      expect(await again(siti, id, chain.add(siti.keys, [{ keys: madeUp }]))).toEqual(moved)
    })

    test('a beginning only by whoever runs the group', async () => {
      const [ali, siti] = await people(2)
      const id = await group([ali, siti])
      const beginning = new Chain(id).begin(siti.keys)
      expect(await again(siti, id, beginning)).toEqual([403, 'not_group_owner'])
      expect(await again(ali, id, beginning)).toBe(204)
    })

    test('the removal of somebody who is there only by whoever runs the group', async () => {
      const [ali, siti, muthu] = await people(3)
      const id = await group([ali, siti, muthu])
      const chain = await startRoster(id, [ali, siti, muthu])
      const removal = chain.remove(ali.keys, muthu)
      expect(await again(siti, id, removal)).toEqual([403, 'not_group_owner'])
      expect(await again(ali, id, removal)).toBe(204)
    })
  })

  test('without a beginning, or of nonsense: 400', async () => {
    const ali = await person()
    const id = await group([ali])
    const chain = new Chain(id)
    await chain.take(chain.begin(ali.keys))
    expect(await verdict(post(ali, id, chain.add(ali.keys, [ali])))).toEqual(refused)
    for (const body of ['', 'null', '{}', '[]', '{"v":1}', '{"__proto__":{}}']) {
      expect(await verdict(post(ali, id, ali.keys.sign('roster', body)))).toEqual(refused)
    }
    expect((await read(ali, id, 0)).json().entries).toEqual([])
  })

  test('twenty changes at once: one, and everybody else looks again', async () => {
    const members = await people(5)
    const id = await group(members)
    const chain = await startRoster(id, members)
    const [ali, ...others] = members
    const tries = others.flatMap(one =>
      Array.from({ length: 5 }, () => verdict(post(ali, id, chain.remove(ali.keys, one)))),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(answer => answer === 204)).toHaveLength(1)
    expect(answers.filter(answer => answer !== 204)).toEqual(Array(19).fill(moved))
  })
})

describe('who is added', () => {
  test('has to be in the group at this moment, and active', async () => {
    const { db } = target.database
    const [ali, siti, stranger] = await people(3)
    const id = await group([ali, siti])
    const chain = await startRoster(id, [ali])
    expect(await verdict(post(ali, id, chain.add(ali.keys, [stranger])))).toEqual(moved)
    expect(await verdict(post(ali, id, chain.add(ali.keys, [siti, stranger])))).toEqual(moved)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, siti.user.id))
    expect(await verdict(post(ali, id, chain.add(ali.keys, [siti])))).toEqual(moved)
    expect((await read(ali, id)).json()).toMatchObject({ memberIds: [ali.user.id], waiting: [] })
    await db.update(users).set({ status: 'active' }).where(eq(users.id, siti.user.id))
    expect(await verdict(post(ali, id, chain.add(ali.keys, [siti])))).toBe(204)
  })

  test('comes with the newest keys: older 409, made up 409, not their own signature 400', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await startRoster(id, [ali])
    const newer = makeIdentity(siti.user.id, 2)
    const swapped = makeIdentity(siti.user.id, 1)
    expect(await verdict(post(ali, id, chain.add(ali.keys, [{ keys: swapped }])))).toEqual(moved)
    await siti.call('PUT', '/api/keys/me', keysBody(newer))
    expect(await verdict(post(ali, id, chain.add(ali.keys, [siti])))).toEqual(moved)
    const forged = { ...newer, card: { ...newer.card, box: swapped.card.box } }
    expect(await verdict(post(ali, id, chain.add(ali.keys, [{ keys: forged }])))).toEqual(refused)
    expect(await verdict(post(ali, id, chain.add(ali.keys, [{ keys: newer }])))).toBe(204)
  })

  test('with new keys waits again, until they are signed for', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await startRoster(id, [ali, siti])
    expect((await read(ali, id)).json().waiting).toEqual([])
    const newer = makeIdentity(siti.user.id, 2)
    await siti.call('PUT', '/api/keys/me', keysBody(newer))
    expect((await read(ali, id)).json().waiting).toEqual([newer.card])
    expect(await verdict(post(ali, id, chain.add(ali.keys, [{ keys: newer }])))).toBe(204)
    expect((await read(ali, id)).json().waiting).toEqual([])
  })

  test('a third one in a conversation of two: 400', async () => {
    const [ali, siti, muthu] = await people(3)
    const talk = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    const { id } = talk.json()
    const chain = await startRoster(id, [ali, siti], 'direct')
    await target.database.db.insert(groupMembers).values({ groupId: id, userId: muthu.user.id })
    expect(await verdict(post(ali, id, chain.add(ali.keys, [muthu])))).toEqual(refused)
  })
})
