import { expect, test } from 'vitest'
import { qualityFrom } from './quality.ts'

const pair = (currentRoundTripTime: number) => ({
  type: 'candidate-pair',
  nominated: true,
  currentRoundTripTime,
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
  expect(qualityFrom(stats)).toBe(quality)
})
