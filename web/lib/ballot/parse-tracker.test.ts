import { describe, expect, it } from 'vitest'
import { splitTrackerIntoGroups } from '#shared/ballot/ballot/tracker.ts'
import { hashToBase64, hashToHex } from '#shared/ballot/hash.ts'
import { parseTracker } from './parse-tracker.ts'

describe('parseTracker', () => {
  it('parseTracker returns the hash of the ballot for a tracker in groups of four characters', () => {
    expect(parseTracker(splitTrackerIntoGroups(hashToBase64('ballot')).join(' '))).toBe(hashToHex('ballot'))
  })

  it('parseTracker returns undefined for a text that is too short or has invalid characters', () => {
    expect(parseTracker(hashToBase64('ballot').slice(1))).toBeUndefined()
    expect(parseTracker(`${hashToBase64('ballot').slice(1)}?`)).toBeUndefined()
  })
})
