import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { Trust } from './trust.ts'
import { type GroupCheckpoint, type KeyPin, mergePinnedKeyRecords, type TrustRecord } from './trust-record.ts'

const userId = 7
const createCard = (gen: number, name: string): Card => ({ userId, gen, sign: name, box: name, sig: name })
const cards = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('A', 'B'))
  .map(([gen, name]) => createCard(gen, name))
const timestamp = fc.integer({ min: 1, max: 9 })
const generateOptional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Generates realistic pinned keys: `next` is newer than the pinned card, a conflict has the same generation. */
const pins = fc
  .record({
    card: cards,
    since: timestamp,
    verifiedAt: generateOptional(timestamp),
    acceptedAt: generateOptional(timestamp),
    next: generateOptional(cards),
    conflict: generateOptional(timestamp),
    isChanged: fc.boolean(),
    rev: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ card: own, since, verifiedAt, acceptedAt, next, conflict, isChanged, rev }): KeyPin => {
    const other = createCard(own.gen, own.sign === 'A' ? 'B' : 'A')
    return {
      card: own,
      since,
      ...(verifiedAt && { verifiedAt }),
      ...(acceptedAt && { acceptedAt }),
      ...(next && next.gen > own.gen && { next }),
      ...(conflict && conflict > (verifiedAt ?? 0) && { conflict: { card: other, at: conflict } }),
      ...(isChanged && { isChanged }),
      ...(rev > 0 && { name: { rev, name: `Nama ${rev}` } }),
    }
  })
const marks: fc.Arbitrary<GroupCheckpoint> = fc
  .record({
    seq: timestamp,
    head: fc.constantFrom('h', 'i'),
    n: timestamp,
    eid: fc.constantFrom('e', 'f'),
    isClub: generateOptional(fc.boolean()),
  })
  .map(({ isClub, ...mark }) => ({ ...mark, ...(isClub !== undefined && { isClub }) }))
const records: fc.Arbitrary<TrustRecord> = fc
  .record({
    version: timestamp,
    named: timestamp,
    pin: generateOptional(pins),
    mark: generateOptional(marks),
  })
  .map(
    ({ version, named, pin, mark }): TrustRecord => ({
      version,
      named,
      pins: pin ? { [userId]: pin } : {},
      groups: mark ? { 1: mark } : {},
      plain: [],
    }),
  )

const getPinOfRecord = (record: TrustRecord) => record.pins[userId]
const getNewestCard = (pin: KeyPin | undefined) => Math.max(pin?.card.gen ?? 0, pin?.next?.gen ?? 0)

describe('mergePinnedKeyRecords', () => {
  test('merging two trust records (pinned keys of other users) gives the same result in both orders and when repeated', () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        const merged = mergePinnedKeyRecords(a, b)
        expect(mergePinnedKeyRecords(b, a)).toEqual(merged)
        expect(mergePinnedKeyRecords(merged, merged)).toEqual(merged)
      }),
    )
  })

  test('mergePinnedKeyRecords keeps the newest keys that either device has seen', () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        const newest = Math.max(getNewestCard(getPinOfRecord(a)), getNewestCard(getPinOfRecord(b)))
        const merged = getPinOfRecord(mergePinnedKeyRecords(a, b))
        const isChosen = merged?.verifiedAt !== undefined || merged?.acceptedAt !== undefined
        expect(getNewestCard(merged) === newest || isChosen).toBe(true)
      }),
    )
  })

  test('mergePinnedKeyRecords replaces verified keys only by keys that the user verified or accepted', () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        const [own, merged] = [getPinOfRecord(a), getPinOfRecord(mergePinnedKeyRecords(a, b))]
        fc.pre(own?.verifiedAt !== undefined && merged !== undefined)
        if (hasSamePublicKeys(own.card, merged.card))
          expect(merged.verifiedAt).toBeGreaterThanOrEqual(own.verifiedAt ?? 0)
        else expect(merged.verifiedAt !== undefined || merged.acceptedAt !== undefined).toBe(true)
      }),
    )
  })

  test('mergePinnedKeyRecords reports a conflict between different public keys of the same key generation unless one of them was verified', () => {
    fc.assert(
      fc.property(records, records, (a, b) => {
        const [one, other] = [getPinOfRecord(a), getPinOfRecord(b)]
        fc.pre(one !== undefined && other !== undefined)
        fc.pre(one.card.gen === other.card.gen && !hasSamePublicKeys(one.card, other.card))
        const merged = getPinOfRecord(mergePinnedKeyRecords(a, b))
        expect(merged?.conflict !== undefined || merged?.verifiedAt !== undefined).toBe(true)
      }),
    )
  })

  test('mergePinnedKeyRecords marks a group as forked if two devices saw different signed member list entries or epochs (group keys) with the same number', () => {
    const mark = { seq: 2, head: 'h', n: 1, eid: 'e' }
    const recordWith = (one: GroupCheckpoint): TrustRecord => ({
      version: 0,
      pins: {},
      groups: { 1: one },
      plain: [],
    })
    expect(
      mergePinnedKeyRecords(recordWith(mark), recordWith({ ...mark, head: 'i' })).groups[1],
    ).toMatchObject({
      isForked: true,
    })
    expect(
      mergePinnedKeyRecords(recordWith(mark), recordWith({ ...mark, eid: 'f' })).groups[1],
    ).toMatchObject({
      isForked: true,
    })
    expect(
      mergePinnedKeyRecords(recordWith(mark), recordWith({ ...mark, seq: 3, head: 'i' })).groups[1]?.isForked,
    ).toBeUndefined()
  })
})

/**
 * Creates a trust record (pinned keys of other users) whose store merges on save, as if another tab had written to it.
 */
function openTrust() {
  let stored: TrustRecord | undefined
  return new Trust({
    load: async () => stored,
    save: async record => {
      stored = stored ? mergePinnedKeyRecords(record, stored) : record
      return stored
    },
  })
}

test('verifying one of two conflicting keys of a contact resolves the conflict', async () => {
  for (const right of ['A', 'B']) {
    const trust = openTrust()
    await trust.recordCards([{ card: createCard(1, 'A'), word: 'listed' }])
    await trust.recordCards([{ card: createCard(1, 'B'), word: 'asking' }])
    expect(trust.getPin(userId)?.conflict).toBeDefined()
    await trust.markVerified(createCard(1, right))
    expect(trust.getPin(userId)).toMatchObject({ card: createCard(1, right) })
    expect(trust.getPin(userId)?.conflict).toBeUndefined()
  }
})

test('newer keys of a contact with conflicting keys are pinned only after the user accepts them', async () => {
  const trust = openTrust()
  await trust.recordCards([{ card: createCard(1, 'A'), word: 'listed' }])
  await trust.recordCards([{ card: createCard(1, 'B'), word: 'asking' }])
  await trust.recordCards([{ card: createCard(2, 'A'), word: 'vouched' }])
  expect(trust.getPin(userId)).toMatchObject({ card: createCard(1, 'A'), next: createCard(2, 'A') })
  await trust.acceptCard(createCard(2, 'A'))
  expect(trust.getPin(userId)).toMatchObject({ card: createCard(2, 'A') })
  expect(trust.getPin(userId)?.conflict).toBeUndefined()
})
