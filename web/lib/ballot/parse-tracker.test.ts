import { describe, expect, it } from 'vitest'
import { splitTrackerIntoGroups } from '#shared/ballot/ballot/tracker.ts'
import { hashBase64, hashHex } from '#shared/ballot/hash.ts'
import { parseTracker } from './parse-tracker.ts'

describe('parseTracker', () => {
  it('parseTracker returns the hash of the ballot for a tracker in groups of four characters', () => {
    expect(parseTracker(splitTrackerIntoGroups(hashBase64('ballot')).join(' '))).toBe(hashHex('ballot'))
  })

  it('parseTracker returns undefined for a text that is too short or has invalid characters', () => {
    expect(parseTracker(hashBase64('ballot').slice(1))).toBeUndefined()
    expect(parseTracker(`${hashBase64('ballot').slice(1)}?`)).toBeUndefined()
  })
})
