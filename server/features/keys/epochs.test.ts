import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { epochBoxes, groupEpochs } from '#server/db/schema/e2ee.ts'
import { type Caller, setUpApp, verdict } from '#server/test/app.ts'
import {
  encryptedGroupsOn,
  keysBody,
  makeIdentity,
  rotate,
  startEpoch,
  startRoster,
} from '#server/test/e2ee.ts'
import { testPassword } from '#server/test/factories.ts'
import type { EpochsAnswer } from '#shared/contracts/keys.ts'

const target = setUpApp()
const { person, people, group, speaking } = encryptedGroupsOn(target)
const read = async (by: Caller, id: number, after = 0) =>
  (await by.call('GET', `/api/groups/${id}/epochs?after=${after}`)).json() as EpochsAnswer
const post = (by: Caller, id: number, epoch: unknown) => by.call('POST', `/api/groups/${id}/epochs`, epoch)
const isStale = async (by: Caller, id: number) => (await read(by, id)).isStale
const leave = (groupId: number, userId: number) =>
  target.database.db
    .delete(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)))
const setStatus = (userId: number, status: 'active' | 'inactive') =>
  target.database.db.update(users).set({ status }).where(eq(users.id, userId))
const moved = [409, 'roster_moved']
const refused = [400, 'bad_input']

describe('epochs', () => {
  test('one after the other, each with one’s own box and nobody else’s', async () => {
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    const chain = await startRoster(id, [ali, siti])
    expect(await read(ali, id)).toEqual({ epochs: [], isStale: true, last: 0 })
    const first = chain.next(ali.keys)
    expect(await verdict(post(ali, id, first))).toBe(204)
    await chain.enter(first)
    const boxOf = (userId: number, { boxes } = first) => new Map(boxes).get(userId) ?? null
    const { header } = first
    expect(await read(siti, id)).toEqual({
      epochs: [{ header, box: boxOf(siti.user.id) }],
      isStale: false,
      last: 1,
    })
    expect(await read(muthu, id)).toEqual({ epochs: [{ header, box: null }], isStale: false, last: 1 })
    const second = chain.next(siti.keys)
    expect(await verdict(post(siti, id, second))).toBe(204)
    expect((await read(ali, id)).epochs.map(({ box }) => box)).toEqual([
      boxOf(ali.user.id),
      boxOf(ali.user.id, second),
    ])
    expect((await read(ali, id, 1)).epochs).toEqual([
      { header: second.header, box: boxOf(ali.user.id, second) },
    ])
    expect((await read(ali, id, 2)).epochs).toEqual([])
  })

  test('are given out two hundred at a time', async () => {
    const ali = await person()
    const id = await group([ali])
    await startEpoch(id, [ali])
    await target.database.db.execute(sql`
      insert into group_epochs (group_id, n, body, sig, eid, head_seq, first_seq, readers, excluded)
      select group_id, 1 + i, body, sig, eid, head_seq, first_seq, readers, excluded
        from group_epochs, generate_series(1, 210) i where group_id = ${id}`)
    expect((await read(ali, id)).epochs).toHaveLength(200)
    expect((await read(ali, id, 200)).epochs).toHaveLength(11)
  })

  test('are for those who are in the group: strangers 404; in a closed group 409; without a roster 409', async () => {
    const [ali, siti, stranger] = await people(3)
    const id = await group([ali, siti])
    const chain = await startRoster(id, [ali, siti])
    expect((await stranger.call('GET', `/api/groups/${id}/epochs`)).statusCode).toBe(404)
    expect(await verdict(post(stranger, id, chain.next(ali.keys)))).toEqual([404, 'not_found'])
    const bare = await group([ali, siti])
    expect(await verdict(post(ali, bare, chain.next(ali.keys)))).toEqual(moved)
    await target.database.db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, id))
    expect(await verdict(post(ali, id, chain.next(ali.keys)))).toEqual([409, 'group_closed'])
  })

  test('for five hundred fit into a call', async () => {
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
    const keys = crowd.map(user => ({ keys: makeIdentity(user.id) }))
    const rows = keys.map(
      ({ keys: { card } }) => sql`(${card.userId}::int, 1, ${JSON.stringify(card)}::jsonb)`,
    )
    await db.execute(sql`insert into user_keys (user_id, gen, card) values ${sql.join(rows, sql`, `)}`)
    const chain = await startRoster(id, [ali])
    for (let at = 0; at < keys.length; at += 100) {
      const entry = chain.add(ali.keys, keys.slice(at, at + 100))
      const answer = await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })
      expect(answer.statusCode).toBe(204)
      await chain.take(entry)
    }
    await rotate(chain, ali)
    expect(await db.$count(epochBoxes, eq(epochBoxes.groupId, id))).toBe(500)
    expect(await isStale(ali, id)).toBe(false)
  })
})

describe('refused is', () => {
  test('the second of two at once, and the same again', async () => {
    const { ali, siti, id, chain } = await speaking()
    const [one, other] = [chain.next(ali.keys), chain.next(siti.keys)]
    const answers = await Promise.all([verdict(post(ali, id, one)), verdict(post(siti, id, other))])
    expect(answers).toContainEqual(204)
    expect(answers).toContainEqual([409, 'stale-epoch'])
    expect(await verdict(post(ali, id, one))).toEqual([409, 'stale-epoch'])
    const winner = answers[0] === 204 ? one : other
    expect((await read(ali, id, 1)).epochs.map(({ header }) => header)).toEqual([winner.header])
    expect(await target.database.db.$count(epochBoxes, eq(epochBoxes.groupId, id))).toBe(4)
  })

  test('one that skips a number, or goes on from another', async () => {
    const { ali, id, chain } = await speaking()
    for (const forged of [{ n: 3 }, { n: 1, prev: '' }, { prev: 'A'.repeat(43) }]) {
      expect(await verdict(post(ali, id, chain.next(ali.keys, [], forged)))).toEqual([409, 'stale-epoch'])
    }
  })

  test('one for a roster that has moved on, or that never was', async () => {
    const { ali, muthu, id, chain } = await speaking()
    const before = chain.next(ali.keys)
    const entry = chain.add(ali.keys, [muthu])
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })
    expect(await verdict(post(ali, id, before))).toEqual(moved)
    await chain.take(entry)
    expect(await verdict(post(ali, id, chain.next(ali.keys, [], { head: 'A'.repeat(43) })))).toEqual(moved)
    expect(await verdict(post(ali, id, chain.next(ali.keys)))).toBe(204)
  })

  test('one in another’s name, with another’s signature, by somebody who is not in the roster', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    expect(await verdict(post(siti, id, chain.next(ali.keys)))).toEqual(refused)
    const forged = { ...ali.keys, sign: siti.keys.sign }
    expect(await verdict(post(ali, id, chain.next(forged)))).toEqual(refused)
    expect(await verdict(post(muthu, id, chain.next(muthu.keys)))).toEqual(refused)
    const other = await startRoster(await group([ali, siti]), [ali, siti])
    expect(await verdict(post(ali, other.groupId, chain.next(ali.keys)))).toEqual(refused)
  })

  test('one with a box missing, one too many, one twice, or one of the wrong size', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    const { header, boxes } = chain.next(ali.keys)
    const [first, second] = boxes as [[number, string], [number, string]]
    for (const wrong of [
      [first],
      [first, second, [muthu.user.id, first[1]]],
      [first, [muthu.user.id, first[1]]],
      [first, second, second],
      [first, first],
      [first, [siti.user.id, 'A'.repeat(106)]],
    ]) {
      expect(await verdict(post(ali, id, { header, boxes: wrong }))).toEqual(refused)
    }
    expect(await verdict(post(ali, id, { header, boxes }))).toBe(204)
  })

  test('a box for whoever is no longer in the group, and leaving out whoever is', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    expect(await verdict(post(ali, id, chain.next(ali.keys, [siti.user.id])))).toEqual(moved)
    await leave(id, siti.user.id)
    expect(await verdict(post(ali, id, chain.next(ali.keys)))).toEqual(moved)
    const twice = [siti.user.id, siti.user.id]
    expect(await verdict(post(ali, id, chain.next(ali.keys, twice)))).toEqual(moved)
    expect(await verdict(post(ali, id, chain.next(ali.keys, [siti.user.id, muthu.user.id])))).toEqual(refused)
    expect(await verdict(post(ali, id, chain.next(ali.keys, [siti.user.id])))).toBe(204)
    expect((await siti.call('GET', `/api/groups/${id}/epochs`)).statusCode).toBe(404)
  })
})

describe('brought again without its boxes', () => {
  test('by anybody, as it was signed; nobody speaks in it, and the next one follows it', async () => {
    const { ali, siti, id, chain } = await speaking()
    const lost = chain.next(ali.keys)
    expect(await verdict(post(siti, id, { ...lost, boxes: [] }))).toBe(204)
    await chain.enter(lost)
    expect(await read(siti, id)).toMatchObject({ last: 2, isStale: true })
    await rotate(chain, siti)
    expect(await read(siti, id)).toMatchObject({ last: 3, isStale: false })
  })

  test('leaves out whom the server would not only by the hand of who runs the group', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    const added = chain.add(ali.keys, [muthu])
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [added] })
    await chain.take(added)
    const lost = { ...chain.next(muthu.keys, [siti.user.id]), boxes: [] }
    expect(await verdict(post(muthu, id, lost))).toEqual([403, 'not_group_owner'])
    expect(await verdict(post(siti, id, lost))).toEqual([403, 'not_group_owner'])
    expect(await verdict(post(ali, id, lost))).toBe(204)
  })

  test('not for a roster that has moved on', async () => {
    const { ali, siti, muthu, id, chain } = await speaking()
    const lost = { ...chain.next(siti.keys), boxes: [] }
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [chain.add(ali.keys, [muthu])] })
    expect(await verdict(post(siti, id, lost))).toEqual(moved)
  })
})

describe('an epoch is stale', () => {
  async function notYet() {
    const begun = await speaking()
    expect(await isStale(begun.ali, begun.id)).toBe(false)
    return begun
  }

  test('when the roster has moved on, until there is a new one', async () => {
    const { ali, siti, muthu, id, chain } = await notYet()
    const entry = chain.add(ali.keys, [muthu])
    await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })
    await chain.take(entry)
    expect(await isStale(ali, id)).toBe(true)
    await rotate(chain, siti)
    expect(await isStale(ali, id)).toBe(false)
  })

  test('when somebody who got the key leaves, not when somebody who did not', async () => {
    const { ali, siti, muthu, id, chain } = await notYet()
    await leave(id, muthu.user.id)
    expect(await isStale(ali, id)).toBe(false)
    await leave(id, siti.user.id)
    expect(await isStale(ali, id)).toBe(true)
    await rotate(chain, ali, [siti.user.id])
    expect(await isStale(ali, id)).toBe(false)
  })

  test('when one of them is deactivated; who comes back stays out until an administrator signs for them', async () => {
    const { ali, siti, id, chain } = await notYet()
    await setStatus(siti.user.id, 'inactive')
    expect(await isStale(ali, id)).toBe(true)
    await rotate(chain, ali, [siti.user.id])
    expect(await isStale(ali, id)).toBe(false)
    await setStatus(siti.user.id, 'active')
    expect(await isStale(ali, id)).toBe(false)
    expect(await verdict(post(ali, id, chain.next(ali.keys)))).toEqual(moved)
    const entry = chain.add(ali.keys, [siti])
    expect((await ali.call('POST', `/api/groups/${id}/roster`, { entries: [entry] })).statusCode).toBe(204)
    await chain.take(entry)
    await rotate(chain, ali)
    expect(await isStale(ali, id)).toBe(false)
  })

  test('when one of them erases themselves, though their box is gone', async () => {
    const { ali, siti, id, chain } = await notYet()
    const answer = await siti.call('POST', '/api/account/erase', { currentPassword: testPassword })
    expect(answer.statusCode).toBe(204)
    const { db } = target.database
    expect(await db.$count(epochBoxes, eq(epochBoxes.userId, siti.user.id))).toBe(0)
    expect(await isStale(ali, id)).toBe(true)
    await rotate(chain, ali, [siti.user.id])
    expect(await isStale(ali, id)).toBe(false)
  })

  test('when it is seven days old', async () => {
    const { ali, id } = await notYet()
    const age = (interval: string) =>
      target.database.db
        .update(groupEpochs)
        .set({ createdAt: sql`now() - ${interval}::interval` })
        .where(eq(groupEpochs.groupId, id))
    await age('6 days 23 hours')
    expect(await isStale(ali, id)).toBe(false)
    await age('7 days 1 minute')
    expect(await isStale(ali, id)).toBe(true)
  })

  test('when more than ten thousand messages were sealed in it', async () => {
    const { ali, id, chain } = await notYet()
    const come = (lastSeq: number) =>
      target.database.db.update(messageGroups).set({ lastSeq }).where(eq(messageGroups.id, id))
    await come(10_000)
    expect(await isStale(ali, id)).toBe(false)
    await come(10_001)
    expect(await isStale(ali, id)).toBe(true)
    await rotate(chain, ali)
    expect(await isStale(ali, id)).toBe(false)
  })

  test('when somebody has new keys: the old ones get no box any more', async () => {
    const { ali, siti, id, chain } = await notYet()
    await siti.call('PUT', '/api/keys/me', keysBody(makeIdentity(siti.user.id, 2)))
    expect(await isStale(ali, id)).toBe(true)
    expect(await verdict(post(ali, id, chain.next(ali.keys)))).toEqual(moved)
    await rotate(chain, ali, [siti.user.id])
    expect(await isStale(ali, id)).toBe(false)
  })
})
