import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { epochBoxes, groupEpochs } from '#server/db/schema/e2ee.ts'
import {
  buildPublishKeysRequestBody,
  createEncryptedGroupHelpers,
  createSignedMemberListOfGroup,
  createTestEncryptionIdentity,
  postNewSignedMemberListAndGroupKey,
  postNextGroupKey,
} from '#server/test/chat/e2ee-members.ts'
import { type Caller, getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import type { EpochsResponse } from '#shared/contracts/keys/keys.schemas.ts'

const target = setUpApp()
const { person, people, group, speaking } = createEncryptedGroupHelpers(target)
const fetchEpochs = async (by: Caller, id: number, after = 0) =>
  (await by.call('GET', `/api/groups/${id}/epochs?after=${after}`)).json() as EpochsResponse
const postEpoch = (by: Caller, id: number, epoch: unknown) =>
  by.call('POST', `/api/groups/${id}/epochs`, epoch)
const isEpochStale = async (by: Caller, id: number) => (await fetchEpochs(by, id)).isStale
const removeFromGroup = (groupId: number, userId: number) =>
  target.database.db
    .delete(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)))
const setUserStatus = (userId: number, status: 'active' | 'inactive') =>
  target.database.db.update(users).set({ status }).where(eq(users.id, userId))
const rosterMoved = [409, 'roster_moved']
const badInput = [400, 'bad_input']

describe('GET and POST /api/groups/{id}/epochs', () => {
  test('the group keys (epochs) of an encrypted group are listed in order, each encrypted to the requesting member only', async () => {
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    const chain = await createSignedMemberListOfGroup(id, [ali, siti])
    expect(await fetchEpochs(ali, id)).toEqual({ epochs: [], isStale: true, last: 0 })
    const first = chain.buildEpoch(ali.keys)
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, first))).toBe(204)
    await chain.applyEpoch(first)
    const getBoxOfUser = (userId: number, { boxes } = first) => new Map(boxes).get(userId) ?? null
    const { header } = first
    expect(await fetchEpochs(siti, id)).toEqual({
      epochs: [{ header, box: getBoxOfUser(siti.user.id) }],
      isStale: false,
      last: 1,
    })
    expect(await fetchEpochs(muthu, id)).toEqual({ epochs: [{ header, box: null }], isStale: false, last: 1 })
    const second = chain.buildEpoch(siti.keys)
    expect(await getResponseStatusAndErrorCode(postEpoch(siti, id, second))).toBe(204)
    expect((await fetchEpochs(ali, id)).epochs.map(({ box }) => box)).toEqual([
      getBoxOfUser(ali.user.id),
      getBoxOfUser(ali.user.id, second),
    ])
    expect((await fetchEpochs(ali, id, 1)).epochs).toEqual([
      { header: second.header, box: getBoxOfUser(ali.user.id, second) },
    ])
    expect((await fetchEpochs(ali, id, 2)).epochs).toEqual([])
  })

  test('listing group keys (epochs) returns at most 200 per request', async () => {
    const ali = await person()
    const id = await group([ali])
    await postNewSignedMemberListAndGroupKey(id, [ali])
    await target.database.db.execute(sql`
      insert into group_epochs (group_id, n, body, sig, eid, head_seq, first_seq, readers, excluded)
      select group_id, 1 + i, body, sig, eid, head_seq, first_seq, readers, excluded
        from group_epochs, generate_series(1, 210) i where group_id = ${id}`)
    expect((await fetchEpochs(ali, id)).epochs).toHaveLength(200)
    expect((await fetchEpochs(ali, id, 200)).epochs).toHaveLength(11)
  })

  test('adding a group key (epoch) returns 404 to non-members and 409 in a closed group or a group without a roster (signed member list)', async () => {
    const [ali, siti, stranger] = await people(3)
    const id = await group([ali, siti])
    const chain = await createSignedMemberListOfGroup(id, [ali, siti])
    expect((await stranger.call('GET', `/api/groups/${id}/epochs`)).statusCode).toBe(404)
    expect(await getResponseStatusAndErrorCode(postEpoch(stranger, id, chain.buildEpoch(ali.keys)))).toEqual([
      404,
      'not_found',
    ])
    const groupWithoutRoster = await group([ali, siti])
    expect(
      await getResponseStatusAndErrorCode(postEpoch(ali, groupWithoutRoster, chain.buildEpoch(ali.keys))),
    ).toEqual(rosterMoved)
    await target.database.db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, id))
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys)))).toEqual([
      409,
      'group_closed',
    ])
  })

  test('a group key (epoch) that is encrypted to 500 members is accepted in one request', async () => {
    const { db } = target.database
    const ali = await person()
    const id = await group([ali])
    const crowd = await db
      .insert(users)
      .values(
        Array.from({ length: 499 }, (_, n) => ({
          username: `ramai${n}`,
          email: `ramai${n}@contoh.my`,
          fullName: `Ramai ${n}`,
          status: 'active' as const,
        })),
      )
      .returning()
    await db.insert(groupMembers).values(crowd.map(user => ({ groupId: id, userId: user.id })))
    const keys = crowd.map(user => ({ keys: createTestEncryptionIdentity(user.id) }))
    const rows = keys.map(
      ({ keys: { card } }) => sql`(${card.userId}::int, 1, ${JSON.stringify(card)}::jsonb)`,
    )
    await db.execute(sql`insert into user_keys (user_id, gen, card) values ${sql.join(rows, sql`, `)}`)
    const chain = await createSignedMemberListOfGroup(id, [ali])
    for (let at = 0; at < keys.length; at += 100) {
      const entry = chain.buildAddition(ali.keys, keys.slice(at, at + 100))
      const answer = await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })
      expect(answer.statusCode).toBe(204)
      await chain.applyEntries(entry)
    }
    await postNextGroupKey(chain, ali)
    expect(await db.$count(epochBoxes, eq(epochBoxes.groupId, id))).toBe(500)
    expect(await isEpochStale(ali, id)).toBe(false)
  })
})

describe('POST /api/groups/{id}/epochs rejects', () => {
  test('of two group keys (epochs) posted concurrently the second gets 409, and so does an epoch that is posted twice', async () => {
    const { ali, siti, id, chain } = await speaking()
    const [epochByAli, epochBySiti] = [chain.buildEpoch(ali.keys), chain.buildEpoch(siti.keys)]
    const answers = await Promise.all([
      getResponseStatusAndErrorCode(postEpoch(ali, id, epochByAli)),
      getResponseStatusAndErrorCode(postEpoch(siti, id, epochBySiti)),
    ])
    expect(answers).toContainEqual(204)
    expect(answers).toContainEqual([409, 'stale-epoch'])
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, epochByAli))).toEqual([409, 'stale-epoch'])
    const winner = answers[0] === 204 ? epochByAli : epochBySiti
    expect((await fetchEpochs(ali, id, 1)).epochs.map(({ header }) => header)).toEqual([winner.header])
    expect(await target.database.db.$count(epochBoxes, eq(epochBoxes.groupId, id))).toBe(4)
  })

  test('posting a group key (epoch) that skips a number or refers to a wrong predecessor gets 409', async () => {
    const { ali, id, chain } = await speaking()
    for (const forged of [{ n: 3 }, { n: 1, prev: '' }, { prev: 'A'.repeat(43) }]) {
      expect(
        await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys, [], forged))),
      ).toEqual([409, 'stale-epoch'])
    }
  })

  test('posting a group key (epoch) that refers to an outdated or unknown entry of the roster (signed member list) gets 409', async () => {
    const { ali, muthu, id, chain } = await speaking()
    const outdatedEpoch = chain.buildEpoch(ali.keys)
    const entry = chain.buildAddition(ali.keys, [muthu])
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, outdatedEpoch))).toEqual(rosterMoved)
    await chain.applyEntries(entry)
    expect(
      await getResponseStatusAndErrorCode(
        postEpoch(ali, id, chain.buildEpoch(ali.keys, [], { head: 'A'.repeat(43) })),
      ),
    ).toEqual(rosterMoved)
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys)))).toBe(204)
  })

  test('a posted group key (epoch) gets 400 when it is signed by another user or a non-member, has a wrong signature or belongs to another group', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    expect(await getResponseStatusAndErrorCode(postEpoch(siti, id, chain.buildEpoch(ali.keys)))).toEqual(
      badInput,
    )
    const forged = { ...ali.keys, sign: siti.keys.sign }
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(forged)))).toEqual(
      badInput,
    )
    expect(await getResponseStatusAndErrorCode(postEpoch(muthu, id, chain.buildEpoch(muthu.keys)))).toEqual(
      badInput,
    )
    const otherChain = await createSignedMemberListOfGroup(await group([ali, siti]), [ali, siti])
    expect(
      await getResponseStatusAndErrorCode(postEpoch(ali, otherChain.groupId, chain.buildEpoch(ali.keys))),
    ).toEqual(badInput)
  })

  test('a posted group key (epoch) gets 400 when an encrypted copy is missing, extra, duplicate or of a wrong size', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    const { header, boxes } = chain.buildEpoch(ali.keys)
    const [first, second] = boxes as [[number, string], [number, string]]
    for (const invalidBoxes of [
      [first],
      [first, second, [muthu.user.id, first[1]]],
      [first, [muthu.user.id, first[1]]],
      [first, second, second],
      [first, first],
      [first, [siti.user.id, 'A'.repeat(106)]],
    ]) {
      expect(
        await getResponseStatusAndErrorCode(postEpoch(ali, id, { header, boxes: invalidBoxes })),
      ).toEqual(badInput)
    }
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, { header, boxes }))).toBe(204)
  })

  test('a group key (epoch) that is encrypted to a former member, or not to a current member, is rejected', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    expect(
      await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys, [siti.user.id]))),
    ).toEqual(rosterMoved)
    await removeFromGroup(id, siti.user.id)
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys)))).toEqual(
      rosterMoved,
    )
    const duplicatedIds = [siti.user.id, siti.user.id]
    expect(
      await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys, duplicatedIds))),
    ).toEqual(rosterMoved)
    expect(
      await getResponseStatusAndErrorCode(
        postEpoch(ali, id, chain.buildEpoch(ali.keys, [siti.user.id, muthu.user.id])),
      ),
    ).toEqual(badInput)
    expect(
      await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys, [siti.user.id]))),
    ).toBe(204)
    expect((await siti.call('GET', `/api/groups/${id}/epochs`)).statusCode).toBe(404)
  })
})

describe('POST /api/groups/{id}/epochs without boxes (after a database restore)', () => {
  test('after a database restore any member can post a lost group key (epoch) again, even without copies encrypted to the members', async () => {
    const { ali, siti, id, chain } = await speaking()
    const lostEpoch = chain.buildEpoch(ali.keys)
    expect(await getResponseStatusAndErrorCode(postEpoch(siti, id, { ...lostEpoch, boxes: [] }))).toBe(204)
    await chain.applyEpoch(lostEpoch)
    expect(await fetchEpochs(siti, id)).toMatchObject({ last: 2, isStale: true })
    await postNextGroupKey(chain, siti)
    expect(await fetchEpochs(siti, id)).toMatchObject({ last: 3, isStale: false })
  })

  test('after a database restore only a group manager can repost a group key (epoch) that excludes a user who is still in the group', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    const added = chain.buildAddition(ali.keys, [muthu])
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [added] })
    await chain.applyEntries(added)
    const lostEpoch = { ...chain.buildEpoch(muthu.keys, [siti.user.id]), boxes: [] }
    expect(await getResponseStatusAndErrorCode(postEpoch(muthu, id, lostEpoch))).toEqual([
      403,
      'not_group_owner',
    ])
    expect(await getResponseStatusAndErrorCode(postEpoch(siti, id, lostEpoch))).toEqual([
      403,
      'not_group_owner',
    ])
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, lostEpoch))).toBe(204)
  })

  test('a group key (epoch) that a database restore lost cannot be posted again after the roster (signed member list) has changed', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    const lostEpoch = { ...chain.buildEpoch(siti.keys), boxes: [] }
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [chain.buildAddition(ali.keys, [muthu])] })
    expect(await getResponseStatusAndErrorCode(postEpoch(siti, id, lostEpoch))).toEqual(rosterMoved)
  })
})

describe('isStale of the current epoch', () => {
  async function startWithCurrentEpoch() {
    const started = await speaking()
    expect(await isEpochStale(started.ali, started.id)).toBe(false)
    return started
  }

  test('a group key (epoch) becomes stale when the roster (signed member list) changes, and the next key is usable', async () => {
    const { ali, siti, muthu, id, chain } = await startWithCurrentEpoch()
    const entry = chain.buildAddition(ali.keys, [muthu])
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })
    await chain.applyEntries(entry)
    expect(await isEpochStale(ali, id)).toBe(true)
    await postNextGroupKey(chain, siti)
    expect(await isEpochStale(ali, id)).toBe(false)
  })

  test('a group key (epoch) becomes stale when a member who has it leaves, but not when a member without it leaves', async () => {
    const { ali, siti, muthu, id, chain } = await startWithCurrentEpoch()
    await removeFromGroup(id, muthu.user.id)
    expect(await isEpochStale(ali, id)).toBe(false)
    await removeFromGroup(id, siti.user.id)
    expect(await isEpochStale(ali, id)).toBe(true)
    await postNextGroupKey(chain, ali, [siti.user.id])
    expect(await isEpochStale(ali, id)).toBe(false)
  })

  test('a group key (epoch) becomes stale when a member who has it is deactivated, who stays excluded after reactivation until an administrator adds them again', async () => {
    const { ali, siti, id, chain } = await startWithCurrentEpoch()
    await setUserStatus(siti.user.id, 'inactive')
    expect(await isEpochStale(ali, id)).toBe(true)
    await postNextGroupKey(chain, ali, [siti.user.id])
    expect(await isEpochStale(ali, id)).toBe(false)
    await setUserStatus(siti.user.id, 'active')
    expect(await isEpochStale(ali, id)).toBe(false)
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys)))).toEqual(
      rosterMoved,
    )
    const entry = chain.buildAddition(ali.keys, [siti])
    expect((await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })).statusCode).toBe(204)
    await chain.applyEntries(entry)
    await postNextGroupKey(chain, ali)
    expect(await isEpochStale(ali, id)).toBe(false)
  })

  test('a group key (epoch) becomes stale when a member who has it erases the account, although the copy encrypted to that member is deleted', async () => {
    const { ali, siti, id, chain } = await startWithCurrentEpoch()
    const answer = await siti.call('POST', '/api/account/erase', { currentPassword: testPassword })
    expect(answer.statusCode).toBe(204)
    const { db } = target.database
    expect(await db.$count(epochBoxes, eq(epochBoxes.userId, siti.user.id))).toBe(0)
    expect(await isEpochStale(ali, id)).toBe(true)
    await postNextGroupKey(chain, ali, [siti.user.id])
    expect(await isEpochStale(ali, id)).toBe(false)
  })

  test('a group key (epoch) becomes stale after seven days', async () => {
    const { ali, id } = await startWithCurrentEpoch()
    const setEpochAge = (interval: string) =>
      target.database.db
        .update(groupEpochs)
        .set({ createdAt: sql`now() - ${interval}::interval` })
        .where(eq(groupEpochs.groupId, id))
    await setEpochAge('6 days 23 hours')
    expect(await isEpochStale(ali, id)).toBe(false)
    await setEpochAge('7 days 1 minute')
    expect(await isEpochStale(ali, id)).toBe(true)
  })

  test('a group key (epoch) becomes stale after more than 10,000 messages', async () => {
    const { ali, id, chain } = await startWithCurrentEpoch()
    const setLastSeq = (lastSeq: number) =>
      target.database.db.update(messageGroups).set({ lastSeq }).where(eq(messageGroups.id, id))
    await setLastSeq(10_000)
    expect(await isEpochStale(ali, id)).toBe(false)
    await setLastSeq(10_001)
    expect(await isEpochStale(ali, id)).toBe(true)
    await postNextGroupKey(chain, ali)
    expect(await isEpochStale(ali, id)).toBe(false)
  })

  test('a group key (epoch) becomes stale when a member who has it publishes new public keys, and the next epoch excludes the old ones', async () => {
    const { ali, siti, id, chain } = await startWithCurrentEpoch()
    await siti.call(
      'PUT',
      '/api/keys/me',
      buildPublishKeysRequestBody(createTestEncryptionIdentity(siti.user.id, 2)),
    )
    expect(await isEpochStale(ali, id)).toBe(true)
    expect(await getResponseStatusAndErrorCode(postEpoch(ali, id, chain.buildEpoch(ali.keys)))).toEqual(
      rosterMoved,
    )
    await postNextGroupKey(chain, ali, [siti.user.id])
    expect(await isEpochStale(ali, id)).toBe(false)
  })
})
