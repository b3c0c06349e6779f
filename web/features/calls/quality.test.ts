import { describe, expect, test } from 'vitest'
import { type Adapting, adapt, beginning, highestStep, type Seen, steps } from './adapt.ts'
import { qualityOf, seenIn } from './quality.ts'

const pair = (currentRoundTripTime: number, more = {}) => ({
  type: 'candidate-pair',
  nominated: true,
  currentRoundTripTime,
  ...more,
})
const loss = (fractionLost: number) => ({ type: 'remote-inbound-rtp', fractionLost })

test.each([
  ['nothing is known yet', [], undefined],
  ['near and whole', [pair(0.05), loss(0)], 'good'],
  ['far away', [pair(0.3), loss(0)], 'fair'],
  ['a little is lost', [pair(0.05), loss(0.05)], 'fair'],
  ['much is lost in one direction', [pair(0.05), loss(0), loss(0.2)], 'poor'],
  ['very far away', [pair(0.9)], 'poor'],
])('%s', (_, stats, quality) => {
  expect(qualityOf(seenIn(stats))).toBe(quality)
})

test('what the way can carry, and whether the machine keeps up, is read as well', () => {
  const slow = { type: 'outbound-rtp', qualityLimitationReason: 'cpu' }
  expect(seenIn([pair(0.1, { availableOutgoingBitrate: 300_000 }), slow])).toEqual({
    roundTrip: 0.1,
    available: 300_000,
    lost: 0,
    isMachineSlow: true,
  })
})

describe('the picture', () => {
  const fine: Seen = { roundTrip: 0.05, lost: 0, available: 2_000_000, isMachineSlow: false }
  const stepAfter = (times: number, seen: Seen, from: Adapting = beginning, highest = 0) => {
    let so = from
    for (let n = 0; n < times; n++) so = adapt(so, seen, highest)
    return so.step
  }

  test('stays as large as it may be on a good line', () => {
    expect(stepAfter(50, fine)).toBe(0)
    expect(stepAfter(50, fine, beginning, 2)).toBe(2)
  })

  test.each<[string, Seen]>([
    ['much is lost', { ...fine, lost: 0.3 }],
    ['it takes very long', { ...fine, roundTrip: 2 }],
  ])('goes down to the sound alone where %s, one step a look', (_, bad) => {
    expect([1, 2, 3, 9].map(times => stepAfter(times, bad))).toEqual([1, 2, 3, 3])
    expect(steps[3].isOff).toBe(true)
  })

  test('goes no further down than the way is narrow', () => {
    expect(stepAfter(20, { ...fine, available: 200_000 })).toBe(1)
    expect(stepAfter(20, { ...fine, available: 60_000 })).toBe(2)
    expect(stepAfter(20, { ...fine, available: 20_000 })).toBe(3)
  })

  test('gets smaller on a machine that does not keep up, and is never taken away for that alone', () => {
    const slow = { ...fine, isMachineSlow: true }
    expect([1, 2, 4, 40].map(times => stepAfter(times, slow))).toEqual([0, 1, 2, 2])
  })

  test('comes back slowly, a step at a time, and not by one good look', () => {
    const down = { step: 3, good: 0, slow: 0 }
    expect([1, 3, 4, 8, 12, 40].map(times => stepAfter(times, fine, down))).toEqual([3, 3, 2, 1, 0, 0])
    const narrow = { ...fine, available: 40_000 }
    expect(stepAfter(40, narrow, down)).toBe(3)
  })

  test('begins lower with many others and on a weak machine', () => {
    expect([highestStep(1, 8), highestStep(1, 2), highestStep(3, 8), highestStep(5, 2)]).toEqual([0, 1, 1, 2])
  })
})
