import { expect, test } from 'vitest'
import { getInitials } from './initials.ts'

test.each([
  ['Aisyah Rahman', 'AR'],
  ['Daniel Lim Wei Jie', 'DL'],
  ['siti', 'S'],
  ['  Ali   Baba ', 'AB'],
  ['🪁 Wau', '🪁W'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(getInitials(name.trim())).toBe(initials)
})
