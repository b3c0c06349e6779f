import { describe, expect, it } from 'vitest'
import { addRecentSearch } from './recent-searches.ts'

describe('addRecentSearch', () => {
  it('addRecentSearch puts the newest search first and keeps a repeated search only once', () => {
    expect(addRecentSearch(['dewan', 'yuran'], 'Yuran')).toEqual(['Yuran', 'dewan'])
  })

  it('addRecentSearch removes recent searches that are prefixes of the new search', () => {
    expect(addRecentSearch(['ken', 'kenduri', 'yuran'], 'kenduri rumah')).toEqual(['kenduri rumah', 'yuran'])
  })

  it('addRecentSearch ignores a search that is the beginning of the newest search, as when the user deletes letters', () => {
    expect(addRecentSearch(['kenduri', 'yuran'], 'kend')).toEqual(['kenduri', 'yuran'])
  })

  it('addRecentSearch keeps at most six recent searches', () => {
    expect(addRecentSearch(['a', 'b', 'c', 'd', 'e', 'f'], 'z')).toEqual(['z', 'a', 'b', 'c', 'd', 'e'])
  })
})
