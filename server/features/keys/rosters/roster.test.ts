import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { groupRoster } from '#server/db/schema/e2ee.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import {
  buildPublishKeysRequestBody,
  createEncryptedGroupHelpers,
  createSignedMemberListOfGroup,
  createTestEncryptionIdentity,
  type Member,
  RosterChain,
} from '#server/test/chat/e2ee-members.ts'
import { type Caller, getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'

const target = setUpApp()
const { person, people, group } = createEncryptedGroupHelpers(target)
const fetchRoster = (by: Caller, id: number, after = 0) =>
  by.call('GET', `/api/groups/${id}/roster?after=${after}`)
const postRosterEntries = (by: Caller, id: number, ...entries: Signed[]) =>
  by.call('POST', `/api/groups/${id}/roster`, { entries })
const findGroup = async (id: number) => {
  const [row] = await target.database.db.select().from(messageGroups).where(eq(messageGroups.id, id))
  return row
}
const rosterMoved = [409, 'roster_moved']
const badInput = [400, 'bad_input']

describe('POST /api/groups', () => {
  test('a new custom group and a new direct conversation are encrypted from the start', async () => {
    const [ali, siti] = await people(2)
    const created = await ali.call('POST', '/api/groups', { name: 'Kami', memberIds: [siti.user.id] })
    expect(created.json()).toMatchObject({ encrypted: true })
    const directMessage = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    expect(directMessage.json()).toMatchObject({ encrypted: true, direct: true })
    expect((await fetchRoster(siti, created.json().id)).json()).toEqual({
      entries: [],
      memberIds: [ali.user.id, siti.user.id],
      waiting: [ali.keys.card, siti.keys.card],
      unusedBefore: [],
      last: 0,
    })
  })
})

describe('POST /api/groups/{id}/roster with a first entry', () => {
  test('fetching a roster (signed member list) returns its entries unchanged and lists members with keys but without a roster entry as waiting', async () => {
    const [ali, siti, muthu] = await people(3)
    const memberWithoutKeys = await target.asNew()
    const id = await group([ali, siti, muthu, memberWithoutKeys])
    const chain = new RosterChain(id)
    const first = chain.buildGenesis(ali.keys)
    await chain.applyEntries(first)
    const second = chain.buildAddition(ali.keys, [siti])
    expect(await getResponseStatusAndErrorCode(postRosterEntries(ali, id, first, second))).toBe(204)
    const answer = (await fetchRoster(memberWithoutKeys, id)).json()
    expect(answer).toEqual({
      entries: [first, second],
      memberIds: [ali, siti, muthu, memberWithoutKeys].map(({ user }) => user.id),
      waiting: [muthu.keys.card],
      unusedBefore: [],
      last: 2,
    })
    expect((await fetchRoster(siti, id, 1)).json().entries).toEqual([second])
    expect((await fetchRoster(siti, id, 2)).json().entries).toEqual([])
    const rows = await target.database.db.select().from(groupRoster).where(eq(groupRoster.groupId, id))
    await chain.applyEntries(second)
    expect(rows.map(({ seq, hash }) => [seq, hash])).toEqual(
      chain.roster?.hashes.map((hash, at) => [at + 1, hash]),
    )
  })

  test('posting the first entry of the roster (signed member list) turns on encryption of a plaintext group and writes an audit event', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    expect((await fetchRoster(ali, id)).json().entries).toEqual([])
    await createSignedMemberListOfGroup(id, [ali, siti])
    expect(await findGroup(id)).toMatchObject({ encrypted: true })
    const events = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.targetType, 'group'), eq(auditEvents.targetId, String(id))))
    expect(events).toMatchObject([{ kind: 'group.encrypted', actorId: ali.user.id, country: 'Japan' }])
  })

  test('the first entry of the roster (member list) of a club group returns 409 unless its plainUntil is the number of the last plaintext message', async () => {
    const club = await buildClub(target.database.db)
    const ali = await person({ role: 'club_admin_ln', clubId: club.id })
    const id = await group([ali], { type: 'club', clubId: club.id, encrypted: false, lastSeq: 7 })
    const beginRosterUntil = (plainUntil: number) =>
      getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, new RosterChain(id).buildGenesis(ali.keys, 'club', plainUntil)),
      )
    expect(await beginRosterUntil(6)).toEqual(rosterMoved)
    expect(await beginRosterUntil(8)).toEqual(rosterMoved)
    expect(await findGroup(id)).toMatchObject({ encrypted: false })
    expect(await beginRosterUntil(7)).toBe(204)
  })

  test('the first entry of the roster (member list) of a custom group returns 400 when its plainUntil (last plaintext message) is not 0', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false, lastSeq: 7 })
    const beginRosterWithPlaintextUntil = (plainUntil: number) =>
      getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, new RosterChain(id).buildGenesis(ali.keys, 'custom', plainUntil)),
      )
    expect(await beginRosterWithPlaintextUntil(7)).toEqual(badInput)
    expect(await beginRosterWithPlaintextUntil(0)).toBe(204)
  })

  test('posting the first entry of a roster (member list) returns 403 to ordinary members, 404 to non-members and 409 when a roster exists', async () => {
    const [ali, siti, stranger] = await people(3)
    const id = await group([ali, siti])
    const beginRosterAs = ({ keys, ...by }: Member) =>
      getResponseStatusAndErrorCode(postRosterEntries(by, id, new RosterChain(id).buildGenesis(keys)))
    expect(await beginRosterAs(stranger)).toEqual([404, 'not_found'])
    expect((await fetchRoster(stranger, id)).statusCode).toBe(404)
    expect(await beginRosterAs(siti)).toEqual([403, 'not_group_owner'])
    expect(await beginRosterAs(ali)).toBe(204)
    expect(await beginRosterAs(ali)).toEqual(rosterMoved)
  })

  test('either person of a direct conversation can post the first entry of its roster (member list), which must state the group kind "direct"', async () => {
    const [ali, siti] = await people(2)
    const directMessage = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    const { id } = directMessage.json()
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(siti, id, new RosterChain(id).buildGenesis(siti.keys, 'custom')),
      ),
    ).toEqual(badInput)
    await createSignedMemberListOfGroup(id, [siti, ali], 'direct')
    const other = await group([ali, siti])
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, other, new RosterChain(other).buildGenesis(ali.keys, 'direct')),
      ),
    ).toEqual(badInput)
  })

  test('posting the first entry of a roster (member list) returns 409 unless it contains the newest published keys of the caller', async () => {
    const ali = await person()
    const id = await group([ali])
    const newer = createTestEncryptionIdentity(ali.user.id, 2)
    await ali.call('PUT', '/api/keys/me', buildPublishKeysRequestBody(newer))
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, new RosterChain(id).buildGenesis(ali.keys)),
      ),
    ).toEqual([409, 'keys_moved'])
    const memberWithoutKeys = await target.asNew()
    const groupOfKeyless = await group([memberWithoutKeys])
    const keys = createTestEncryptionIdentity(memberWithoutKeys.user.id)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(
          memberWithoutKeys,
          groupOfKeyless,
          new RosterChain(groupOfKeyless).buildGenesis(keys),
        ),
      ),
    ).toEqual([409, 'keys_moved'])
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, new RosterChain(id).buildGenesis(newer)),
      ),
    ).toBe(204)
  })

  test.each([
    ['club_admin_ln', 204],
    ['country_admin', 204],
    ['hq_admin', 204],
    ['system_admin', 204],
    ['club_secretary', [403, 'forbidden']],
    ['member', [403, 'forbidden']],
  ] as const)(
    'starting the roster (signed member list) of a club group as %s responds %j',
    async (role, expected) => {
      const club = await buildClub(target.database.db)
      const admin = await person({ role, clubId: club.id })
      const id = await group([admin], { type: 'club', clubId: club.id, encrypted: false })
      // Roles within a club's group do not count; only the role in the club permits encryption.
      expect(
        await getResponseStatusAndErrorCode(
          postRosterEntries(admin, id, new RosterChain(id).buildGenesis(admin.keys, 'club')),
        ),
      ).toEqual(expected)
      expect(await findGroup(id)).toMatchObject({ encrypted: expected === 204 })
    },
  )

  test('starting the roster (signed member list) of a group of another club returns 403', async () => {
    const [club, other] = [await buildClub(target.database.db), await buildClub(target.database.db)]
    const admin = await person({ role: 'club_admin_ln', clubId: other.id })
    const id = await group([admin], { type: 'club', clubId: club.id, encrypted: false })
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(admin, id, new RosterChain(id).buildGenesis(admin.keys, 'club')),
      ),
    ).toEqual([403, 'forbidden'])
  })

  test.each([
    ['country', { type: 'country', country: 'Germany', encrypted: false }, 'never_encrypted'],
    ['global', { type: 'global', encrypted: false }, 'never_encrypted'],
    ['closed', { isActive: false }, 'group_closed'],
  ] as const)(
    'starting the roster (signed member list) of a %s group returns 409',
    async (_name, overrides, code) => {
      const admin = await person({ role: 'system_admin' })
      const id = await group([admin], overrides)
      expect(
        await getResponseStatusAndErrorCode(
          postRosterEntries(admin, id, new RosterChain(id).buildGenesis(admin.keys)),
        ),
      ).toEqual([409, code])
      expect((await fetchRoster(admin, id)).statusCode).toBe(code === 'never_encrypted' ? 409 : 200)
    },
  )

  test('starting the roster (signed member list) of a group with more than 500 active members returns 409', async () => {
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
    // A group of exactly 500 active members can be encrypted; one of 501 cannot.
    const begin = new RosterChain(id).buildGenesis(admin.keys, 'club')
    await db
      .update(users)
      .set({ status: 'active' })
      .where(eq(users.id, crowd[0]?.id ?? 0))
    expect(await getResponseStatusAndErrorCode(postRosterEntries(admin, id, begin))).toEqual([
      409,
      'group_full',
    ])
    await db
      .update(users)
      .set({ status: 'inactive' })
      .where(eq(users.id, crowd[0]?.id ?? 0))
    expect(await getResponseStatusAndErrorCode(postRosterEntries(admin, id, begin))).toBe(204)
  })
})

describe('POST /api/groups/{id}/roster', () => {
  test('of two concurrently posted entries of a roster (signed member list) one gets 409, and so does an entry that is posted twice', async () => {
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    const chain = await createSignedMemberListOfGroup(id, [ali])
    const [firstEntry, secondEntry] = [
      chain.buildAddition(ali.keys, [siti]),
      chain.buildAddition(ali.keys, [muthu]),
    ]
    const answers = await Promise.all([
      getResponseStatusAndErrorCode(postRosterEntries(ali, id, firstEntry)),
      getResponseStatusAndErrorCode(postRosterEntries(ali, id, secondEntry)),
    ])
    expect(answers).toContainEqual(204)
    expect(answers).toContainEqual(rosterMoved)
    const winner = answers[0] === 204 ? firstEntry : secondEntry
    expect(await getResponseStatusAndErrorCode(postRosterEntries(ali, id, winner))).toEqual(rosterMoved)
    expect((await fetchRoster(ali, id)).json().entries).toHaveLength(2)
  })

  test('an entry of the roster (signed member list) with a wrong predecessor or sequence number gets 409', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await createSignedMemberListOfGroup(id, [ali])
    const change = { op: 'add', role: 'member', cards: [siti.keys.card] } as const
    const fork = chain.buildEntry(ali.keys, change, { prev: 'A'.repeat(43) })
    expect(await getResponseStatusAndErrorCode(postRosterEntries(ali, id, fork))).toEqual(rosterMoved)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildEntry(ali.keys, change, { seq: 3 })),
      ),
    ).toEqual(rosterMoved)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildEntry(ali.keys, change, { seq: 1 })),
      ),
    ).toEqual(rosterMoved)
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [siti]))),
    ).toBe(204)
  })

  test('only administrators of the roster (signed member list) can add or remove members, but every member can remove themselves', async () => {
    const [ali, siti, mei, muthu] = await people(4)
    const id = await group([ali, siti, mei, muthu])
    // The member Siti is a deputy administrator, because the member list (roster) has only one administrator.
    const chain = await createSignedMemberListOfGroup(id, [ali, siti, mei])
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(mei, id, chain.buildAddition(mei.keys, [muthu]))),
    ).toEqual(badInput)
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(mei, id, chain.buildRemoval(mei.keys, ali))),
    ).toEqual(badInput)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(muthu, id, chain.buildAddition(muthu.keys, [muthu])),
      ),
    ).toEqual(badInput)
    const leaveEntry = chain.buildRemoval(mei.keys, mei)
    expect(await getResponseStatusAndErrorCode(postRosterEntries(mei, id, leaveEntry))).toBe(204)
    await chain.applyEntries(leaveEntry)
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [muthu]))),
    ).toBe(204)
  })

  test('an entry of the roster (member list) signed by another user, with a wrong signature or for another group gets 400', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await createSignedMemberListOfGroup(id, [ali])
    const genuine = chain.buildAddition(ali.keys, [siti])
    const forged = chain.buildAddition({ ...ali.keys, sign: siti.keys.sign }, [siti])
    expect(await getResponseStatusAndErrorCode(postRosterEntries(ali, id, forged))).toEqual(badInput)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, { ...genuine, body: `${genuine.body} ` }),
      ),
    ).toEqual(badInput)
    const otherGroup = await group([ali, siti])
    await createSignedMemberListOfGroup(otherGroup, [ali])
    expect(await getResponseStatusAndErrorCode(postRosterEntries(ali, otherGroup, genuine))).toEqual(badInput)
    const signedForEpoch = ali.keys.sign('epoch', genuine.body)
    expect(await getResponseStatusAndErrorCode(postRosterEntries(ali, id, signedForEpoch))).toEqual(badInput)
    expect((await fetchRoster(ali, id)).json().entries).toHaveLength(1)
    expect(await getResponseStatusAndErrorCode(postRosterEntries(siti, id, genuine))).toEqual(badInput)
  })

  describe('with isAgain (after a database restore)', () => {
    const postEntriesAgain = (by: Member, id: number, ...entries: Signed[]) =>
      getResponseStatusAndErrorCode(by.call('POST', `/api/groups/${id}/roster`, { entries, isAgain: true }))

    test('after a database restore, a member can post a lost entry of the roster (member list) again that the administrator had signed', async () => {
      const [ali, siti] = await people(2)
      const id = await group([ali, siti])
      const chain = await createSignedMemberListOfGroup(id, [ali])
      expect(await postEntriesAgain(siti, id, chain.buildAddition(ali.keys, [siti]))).toBe(204)
    })

    test('posting a roster (member list) entry again whose keys are not published returns 409, also for the first entry', async () => {
      const [ali, siti] = await people(2)
      const id = await group([siti, ali])
      const unpublished = createTestEncryptionIdentity(ali.user.id)
      expect(await postEntriesAgain(siti, id, new RosterChain(id).buildGenesis(unpublished))).toEqual(
        rosterMoved,
      )
      const chain = await createSignedMemberListOfGroup(id, [siti])
      expect(
        await postEntriesAgain(siti, id, chain.buildAddition(siti.keys, [{ keys: unpublished }])),
      ).toEqual(rosterMoved)
    })

    test('after a database restore only a group manager can post the lost first entry of a roster (member list) again', async () => {
      const [ali, siti] = await people(2)
      const id = await group([ali, siti])
      const genesis = new RosterChain(id).buildGenesis(siti.keys)
      expect(await postEntriesAgain(siti, id, genesis)).toEqual([403, 'not_group_owner'])
      expect(await postEntriesAgain(ali, id, genesis)).toBe(204)
    })

    test('after a database restore only a group manager can post a lost roster entry again that removes a current group member', async () => {
      const [ali, siti, muthu] = await people(3)
      const id = await group([ali, siti, muthu])
      const chain = await createSignedMemberListOfGroup(id, [ali, siti, muthu])
      const removal = chain.buildRemoval(ali.keys, muthu)
      expect(await postEntriesAgain(siti, id, removal)).toEqual([403, 'not_group_owner'])
      expect(await postEntriesAgain(ali, id, removal)).toBe(204)
    })
  })

  test('posting entries of a roster (member list) gets 400 when the first entry is missing or the text of an entry is invalid', async () => {
    const ali = await person()
    const id = await group([ali])
    const chain = new RosterChain(id)
    await chain.applyEntries(chain.buildGenesis(ali.keys))
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [ali]))),
    ).toEqual(badInput)
    for (const body of ['', 'null', '{}', '[]', '{"v":1}', '{"__proto__":{}}']) {
      expect(
        await getResponseStatusAndErrorCode(postRosterEntries(ali, id, ali.keys.sign('roster', body))),
      ).toEqual(badInput)
    }
    expect((await fetchRoster(ali, id, 0)).json().entries).toEqual([])
  })

  test('of twenty concurrent changes of a roster (signed member list) one is accepted and the others get 409', async () => {
    const members = await people(5)
    const id = await group(members)
    const chain = await createSignedMemberListOfGroup(id, members)
    const [ali, ...others] = members
    const requests = others.flatMap(member =>
      Array.from({ length: 5 }, () =>
        getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildRemoval(ali.keys, member))),
      ),
    )
    const answers = await Promise.all(requests)
    expect(answers.filter(answer => answer === 204)).toHaveLength(1)
    expect(answers.filter(answer => answer !== 204)).toEqual(Array(19).fill(rosterMoved))
  })
})

describe('POST /api/groups/{id}/roster with op add', () => {
  test('adding a user who is not an active group member to the roster (member list) gets 409', async () => {
    const { db } = target.database
    const [ali, siti, stranger] = await people(3)
    const id = await group([ali, siti])
    const chain = await createSignedMemberListOfGroup(id, [ali])
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildAddition(ali.keys, [stranger])),
      ),
    ).toEqual(rosterMoved)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildAddition(ali.keys, [siti, stranger])),
      ),
    ).toEqual(rosterMoved)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, siti.user.id))
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [siti]))),
    ).toEqual(rosterMoved)
    expect((await fetchRoster(ali, id)).json()).toMatchObject({ memberIds: [ali.user.id], waiting: [] })
    await db.update(users).set({ status: 'active' }).where(eq(users.id, siti.user.id))
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [siti]))),
    ).toBe(204)
  })

  test('adding outdated or unpublished keys to a roster (member list) gets 409, and adding keys with a forged signature gets 400', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await createSignedMemberListOfGroup(id, [ali])
    const newer = createTestEncryptionIdentity(siti.user.id, 2)
    const swapped = createTestEncryptionIdentity(siti.user.id, 1)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildAddition(ali.keys, [{ keys: swapped }])),
      ),
    ).toEqual(rosterMoved)
    await siti.call('PUT', '/api/keys/me', buildPublishKeysRequestBody(newer))
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [siti]))),
    ).toEqual(rosterMoved)
    const forged = { ...newer, card: { ...newer.card, box: swapped.card.box } }
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildAddition(ali.keys, [{ keys: forged }])),
      ),
    ).toEqual(badInput)
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildAddition(ali.keys, [{ keys: newer }])),
      ),
    ).toBe(204)
  })

  test('a member with renewed keys is listed as waiting for admission until an administrator signs the new keys', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti])
    const chain = await createSignedMemberListOfGroup(id, [ali, siti])
    expect((await fetchRoster(ali, id)).json().waiting).toEqual([])
    const newer = createTestEncryptionIdentity(siti.user.id, 2)
    await siti.call('PUT', '/api/keys/me', buildPublishKeysRequestBody(newer))
    expect((await fetchRoster(ali, id)).json().waiting).toEqual([newer.card])
    expect(
      await getResponseStatusAndErrorCode(
        postRosterEntries(ali, id, chain.buildAddition(ali.keys, [{ keys: newer }])),
      ),
    ).toBe(204)
    expect((await fetchRoster(ali, id)).json().waiting).toEqual([])
  })

  test('adding a third person to the roster (member list) of a direct conversation gets 400', async () => {
    const [ali, siti, muthu] = await people(3)
    const directMessage = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    const { id } = directMessage.json()
    const chain = await createSignedMemberListOfGroup(id, [ali, siti], 'direct')
    await target.database.db.insert(groupMembers).values({ groupId: id, userId: muthu.user.id })
    expect(
      await getResponseStatusAndErrorCode(postRosterEntries(ali, id, chain.buildAddition(ali.keys, [muthu]))),
    ).toEqual(badInput)
  })
})
