import { describe, expect, test } from 'vitest'
import {
  type AdaptationState,
  adaptVideoQuality,
  getBestVideoQualityStep,
  initialAdaptation,
  type LinkStats,
  videoQualitySteps,
} from './adapt-video-quality.ts'
import { rateCallConnectionQuality, summarizeWebRtcStatistics } from './connection-quality.ts'

const candidatePair = (currentRoundTripTime: number, more = {}) => ({
  type: 'candidate-pair',
  nominated: true,
  currentRoundTripTime,
  ...more,
})
const buildLossStatistics = (fractionLost: number) => ({ type: 'remote-inbound-rtp', fractionLost })

test.each([
  ['nothing is known yet', [], undefined],
  ['near and whole', [candidatePair(0.05), buildLossStatistics(0)], 'good'],
  ['far away', [candidatePair(0.3), buildLossStatistics(0)], 'fair'],
  ['a little is lost', [candidatePair(0.05), buildLossStatistics(0.05)], 'fair'],
  [
    'much is lost in one direction',
    [candidatePair(0.05), buildLossStatistics(0), buildLossStatistics(0.2)],
    'poor',
  ],
  ['very far away', [candidatePair(0.9)], 'poor'],
])('rateCallConnectionQuality rates round-trip time and packet loss: %s', (_, stats, quality) => {
  expect(rateCallConnectionQuality(summarizeWebRtcStatistics(stats))).toBe(quality)
})

test('summarizeWebRtcStatistics reads the available bitrate and the CPU limitation from WebRTC statistics', () => {
  const slowCpu = { type: 'outbound-rtp', qualityLimitationReason: 'cpu' }
  expect(
    summarizeWebRtcStatistics([candidatePair(0.1, { availableOutgoingBitrate: 300_000 }), slowCpu]),
  ).toEqual({
    roundTrip: 0.1,
    available: 300_000,
    lost: 0,
    isMachineSlow: true,
  })
})

describe('adaptVideoQuality', () => {
  const goodStats: LinkStats = { roundTrip: 0.05, lost: 0, available: 2_000_000, isMachineSlow: false }
  const stepAfter = (
    times: number,
    measured: LinkStats,
    from: AdaptationState = initialAdaptation,
    highest = 0,
  ) => {
    let state = from
    for (let n = 0; n < times; n++) state = adaptVideoQuality(state, measured, highest)
    return state.step
  }

  test('adaptVideoQuality keeps the best allowed video quality step on a good connection', () => {
    expect(stepAfter(50, goodStats)).toBe(0)
    expect(stepAfter(50, goodStats, initialAdaptation, 2)).toBe(2)
  })

  test.each<[string, LinkStats]>([
    ['much is lost', { ...goodStats, lost: 0.3 }],
    ['it takes very long', { ...goodStats, roundTrip: 2 }],
  ])(
    'adaptVideoQuality reduces the quality by one step per measurement, down to audio only, when %s',
    (_, badStats) => {
      expect([1, 2, 3, 9].map(times => stepAfter(times, badStats))).toEqual([1, 2, 3, 3])
      expect(videoQualitySteps[3].isOff).toBe(true)
    },
  )

  test('adaptVideoQuality goes down only to the quality step that fits the available bitrate', () => {
    expect(stepAfter(20, { ...goodStats, available: 200_000 })).toBe(1)
    expect(stepAfter(20, { ...goodStats, available: 60_000 })).toBe(2)
    expect(stepAfter(20, { ...goodStats, available: 20_000 })).toBe(3)
  })

  test('adaptVideoQuality reduces the video on a slow CPU but never switches video off because of the CPU alone', () => {
    const slowCpu = { ...goodStats, isMachineSlow: true }
    expect([1, 2, 4, 40].map(times => stepAfter(times, slowCpu))).toEqual([0, 1, 2, 2])
  })

  test('adaptVideoQuality goes up one quality step only after four good measurements', () => {
    const lowestState = { step: 3, good: 0, slow: 0 }
    expect([1, 3, 4, 8, 12, 40].map(times => stepAfter(times, goodStats, lowestState))).toEqual([
      3, 3, 2, 1, 0, 0,
    ])
    const narrow = { ...goodStats, available: 40_000 }
    expect(stepAfter(40, narrow, lowestState)).toBe(3)
  })

  test('getBestVideoQualityStep allows less quality with many participants and on a device with few cores', () => {
    expect([
      getBestVideoQualityStep(1, 8),
      getBestVideoQualityStep(1, 2),
      getBestVideoQualityStep(3, 8),
      getBestVideoQualityStep(5, 2),
    ]).toEqual([0, 1, 1, 2])
  })
})
