import { describe, expect, it } from 'vitest'
import { findUnsavedPlacement } from './find-unsaved-placement.ts'

describe('findUnsavedPlacement', () => {
  const saved = { currentCountry: 'Japan', clubId: null } as const

  it('findUnsavedPlacement returns the club that the approver chose when it differs from the saved club of the applicant', () => {
    expect(findUnsavedPlacement({ currentCountry: 'Japan', clubId: 3 }, saved)).toEqual({
      currentCountry: 'Japan',
      clubId: 3,
    })
  })

  it('findUnsavedPlacement returns the country that the approver chose for an applicant who has no saved country', () => {
    const chosen = { currentCountry: 'Japan', clubId: null } as const
    expect(findUnsavedPlacement(chosen, { currentCountry: null, clubId: null })).toEqual(chosen)
  })

  it('findUnsavedPlacement returns nothing when the choice equals the saved country and club of the applicant', () => {
    expect(findUnsavedPlacement({ ...saved }, saved)).toBeUndefined()
  })

  it('findUnsavedPlacement returns nothing when the applicant has been moved to another country since the choice', () => {
    expect(findUnsavedPlacement({ currentCountry: 'Germany', clubId: 3 }, saved)).toBeUndefined()
  })
})
