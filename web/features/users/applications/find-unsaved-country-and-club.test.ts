import { describe, expect, it } from 'vitest'
import { findUnsavedCountryAndClub } from './find-unsaved-country-and-club.ts'

describe('findUnsavedCountryAndClub', () => {
  const saved = { currentCountry: 'Japan', clubId: null } as const

  it('findUnsavedCountryAndClub returns the club that the approver chose when it differs from the saved club of the applicant', () => {
    expect(findUnsavedCountryAndClub({ currentCountry: 'Japan', clubId: 3 }, saved)).toEqual({
      currentCountry: 'Japan',
      clubId: 3,
    })
  })

  it('findUnsavedCountryAndClub returns the country that the approver chose for an applicant who has no saved country', () => {
    const chosen = { currentCountry: 'Japan', clubId: null } as const
    expect(findUnsavedCountryAndClub(chosen, { currentCountry: null, clubId: null })).toEqual(chosen)
  })

  it('findUnsavedCountryAndClub returns nothing when the choice equals the saved country and club of the applicant', () => {
    expect(findUnsavedCountryAndClub({ ...saved }, saved)).toBeUndefined()
  })

  it('findUnsavedCountryAndClub returns nothing when the applicant has been moved to another country since the choice', () => {
    expect(findUnsavedCountryAndClub({ currentCountry: 'Germany', clubId: 3 }, saved)).toBeUndefined()
  })
})
