import { describe, expect, it } from 'vitest'
import { addRecentSearch } from './recent-searches.ts'

describe('addRecentSearch', () => {
  it('puts the newest search first and lists a repeated search once', () => {
    expect(addRecentSearch(['dewan', 'yuran'], 'Yuran')).toEqual(['Yuran', 'dewan'])
  })

  it('drops the beginnings that the user typed on the way to the search', () => {
    expect(addRecentSearch(['ken', 'kenduri', 'yuran'], 'kenduri rumah')).toEqual(['kenduri rumah', 'yuran'])
  })

  it('drops the beginnings that remain while the user deletes the newest search', () => {
    expect(addRecentSearch(['kenduri', 'yuran'], 'kend')).toEqual(['kenduri', 'yuran'])
  })

  it('keeps at most six searches', () => {
    expect(addRecentSearch(['a', 'b', 'c', 'd', 'e', 'f'], 'z')).toEqual(['z', 'a', 'b', 'c', 'd', 'e'])
  })
})
