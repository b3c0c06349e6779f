import { describe, expect, it } from 'vitest'
import { chooseCoverPalettes, renderCoverSvg } from './cover.ts'

describe('chooseCoverPalettes', () => {
  it('chooses different colours for neighbours in grids of one to four columns', () => {
    const palettes = chooseCoverPalettes(Array.from({ length: 500 }, (_, index) => (index * 7919) % 1009))
    for (const distance of [1, 2, 3, 4])
      for (const [index, palette] of palettes.slice(distance).entries())
        expect(palettes[index]).not.toBe(palette)
  })

  it('keeps the colours of a cover that has no neighbour', () => {
    for (const id of [1, 2, 3, 50, 999]) {
      const [palette] = chooseCoverPalettes([id])
      expect(renderCoverSvg(id, 'strip', palette)).toBe(renderCoverSvg(id))
    }
  })
})
