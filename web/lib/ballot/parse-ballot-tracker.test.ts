import { describe, expect, it } from 'vitest'
import { splitBallotTrackerIntoBlocks } from '#shared/ballot/ballot/tracker.ts'
import { computeSha256InBase64, computeSha256InHex } from '#shared/ballot/hash.ts'
import { parseBallotTracker } from './parse-ballot-tracker.ts'

describe('parseBallotTracker', () => {
  it('parseBallotTracker returns the hash of the ballot for a tracker in groups of four characters', () => {
    expect(parseBallotTracker(splitBallotTrackerIntoBlocks(computeSha256InBase64('ballot')).join(' '))).toBe(
      computeSha256InHex('ballot'),
    )
  })

  it('parseBallotTracker returns undefined for a text that is too short or has invalid characters', () => {
    expect(parseBallotTracker(computeSha256InBase64('ballot').slice(1))).toBeUndefined()
    expect(parseBallotTracker(`${computeSha256InBase64('ballot').slice(1)}?`)).toBeUndefined()
  })
})
