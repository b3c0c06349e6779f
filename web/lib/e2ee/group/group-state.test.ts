import { expect, test } from 'vitest'
import type { Roster } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { buildEncryptedGroupState } from './group-state.ts'

const createCard = (userId: number, gen = 1): Card => ({
  userId,
  gen,
  sign: `s${gen}`,
  box: `b${gen}`,
  sig: 'x',
})
const [me, other] = [createCard(1), createCard(2)]

/** Builds a signed member list of two entries: one adds both members, one signed by `by` removes member 2. */
const buildRosterAfterRemoval = (by: number, ts: number): Roster => ({
  groupId: 5,
  v: 2,
  shape: 'custom',
  plainUntil: 0,
  hashes: ['a', 'b'],
  made: [
    { by: 1, ts: 0 },
    { by, ts },
  ],
  spans: [
    { card: me, role: 'admin', from: 1 },
    { card: other, role: 'member', from: 1, to: 2 },
  ],
})
const listWaitingMemberIds = (roster: Roster, memberCard: Card) =>
  buildEncryptedGroupState(
    roster,
    me,
    { memberIds: [1, 2], waiting: [memberCard] },
    { getPin: () => undefined },
    {},
  ).waiting

test('a member who has just signed their own removal from the signed member list is not listed as waiting to be added', () => {
  expect(listWaitingMemberIds(buildRosterAfterRemoval(2, Date.now()), other)).toEqual([])
  // Members who stay in the group, or whom somebody else has removed, wait to be added with their known keys.
  expect(listWaitingMemberIds(buildRosterAfterRemoval(2, Date.now() - 120_000), other)).toEqual([
    { card: other, why: 'back' },
  ])
  expect(listWaitingMemberIds(buildRosterAfterRemoval(1, Date.now()), other)).toEqual([
    { card: other, why: 'back' },
  ])
  expect(listWaitingMemberIds(buildRosterAfterRemoval(2, Date.now()), createCard(2, 2))).toEqual([
    { card: createCard(2, 2), why: 'changed' },
  ])
})
