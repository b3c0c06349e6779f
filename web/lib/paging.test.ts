import { expect, test } from 'vitest'
import { pageWindow } from './paging.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [9, 9, [5, 6, 7, 8, 9]],
  [8, 9, [5, 6, 7, 8, 9]],
])('page %i of %i', (page, pages, buttons) => {
  expect(pageWindow(page, pages, 5)).toEqual(buttons)
})

test('fewer buttons where there is less room', () => {
  expect(pageWindow(5, 9, 3)).toEqual([4, 5, 6])
  expect(pageWindow(9, 9, 3)).toEqual([7, 8, 9])
})
