import { describe, expect, test } from 'vitest'
import { type Call, ringingTimeout } from '#shared/contracts/calls/calls.schemas.ts'
import { isCallRinging, isWaitingForPeerToRejoin } from './ringing.ts'

const [ali, siti] = [1, 2]
const startedAt = '2026-11-17T10:00:00.000Z'
const now = Date.parse(startedAt) + 10_000
const buildMember = (userId: number) => ({
  userId,
  dev: 'peranti-satu',
  fullName: 'Ahli',
  joinedAt: startedAt,
  isSending: false,
})
const call: Call = {
  id: '00000000-0000-4000-8000-000000000000',
  groupId: 7,
  startedBy: ali,
  startedAt,
  answeredAt: null,
  endedAt: null,
  isAudioOnly: false,
  isForwarded: false,
  members: [buildMember(ali)],
  formerMembers: [],
  declined: [],
  busy: [],
}

describe('isCallRinging', () => {
  test('isCallRinging is true until the ringing timeout for a user who has not answered the call', () => {
    expect(isCallRinging(call, siti, now)).toBe(true)
    expect(isCallRinging(call, siti, Date.parse(startedAt) + ringingTimeout)).toBe(false)
    expect(isCallRinging(call, ali, now)).toBe(false)
  })

  test('isCallRinging is false for a user who has joined, left or declined the call', () => {
    expect(isCallRinging({ ...call, members: [buildMember(ali), buildMember(siti)] }, siti, now)).toBe(false)
    expect(isCallRinging({ ...call, formerMembers: [siti] }, siti, now)).toBe(false)
    expect(isCallRinging({ ...call, declined: [siti] }, siti, now)).toBe(false)
  })
})

test('isWaitingForPeerToRejoin is true only for a user who joined the call and has left it without hanging up', () => {
  expect(isWaitingForPeerToRejoin(call, siti)).toBe(false)
  expect(isWaitingForPeerToRejoin({ ...call, formerMembers: [siti] }, siti)).toBe(true)
  expect(isWaitingForPeerToRejoin({ ...call, formerMembers: [siti] }, ali)).toBe(false)
  expect(
    isWaitingForPeerToRejoin({ ...call, members: [buildMember(siti)], formerMembers: [siti] }, siti),
  ).toBe(false)
})
