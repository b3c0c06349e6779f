import { expect, test } from 'vitest'
import { formatDifferenceWithSign, formatPercentageChange } from './change.ts'

test.each([
  [1080, 960, '+12.5%', 'up'],
  [101, 96, '+5.2%', 'up'],
  [90, 100, '-10%', 'down'],
  [7, 7, '0%', 'same'],
  [4, 0, '+4', 'up'],
  [0, 0, '0', 'same'],
])('formatPercentageChange shows the growth to %i from %i as %s', (now, before, text, direction) => {
  expect(formatPercentageChange(now, before)).toEqual({ text, direction })
})

test('formatDifferenceWithSign returns a difference with its sign and direction', () => {
  expect(formatDifferenceWithSign(12, 9)).toEqual({ text: '+3', direction: 'up' })
  expect(formatDifferenceWithSign(9, 12)).toEqual({ text: '-3', direction: 'down' })
})
