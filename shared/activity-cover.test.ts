import { describe, expect, it } from 'vitest'
import { chooseActivityCoverDesigns, renderActivityCoverSvg } from './activity-cover.ts'

describe('chooseActivityCoverDesigns', () => {
  it('chooseActivityCoverDesigns gives neighbouring activities different colours, patterns and emblems in grids of one to three columns', () => {
    const designs = chooseActivityCoverDesigns(
      Array.from({ length: 500 }, (_, index) => (index * 7919) % 1009),
    )
    for (const [index, design] of designs.entries()) {
      for (const distance of [1, 2, 3, 4]) expect(designs[index - distance]?.palette).not.toBe(design.palette)
      for (const distance of [1, 2, 3]) {
        expect(designs[index - distance]?.field).not.toBe(design.field)
        expect(designs[index - distance]?.emblem).not.toBe(design.emblem)
      }
    }
  })

  it('chooseActivityCoverDesigns gives an activity without neighbours the same cover as when it is shown alone', () => {
    for (const id of [1, 2, 3, 50, 999]) {
      const [design] = chooseActivityCoverDesigns([id])
      expect(renderActivityCoverSvg(id, 'strip', design)).toBe(renderActivityCoverSvg(id))
    }
  })
})
