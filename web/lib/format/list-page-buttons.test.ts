import { expect, test } from 'vitest'
import { listPageButtons } from './list-page-buttons.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [9, 9, [5, 6, 7, 8, 9]],
  [8, 9, [5, 6, 7, 8, 9]],
])(
  'the pager with five buttons on page %i of %i centres the current page where possible',
  (page, pages, buttons) => {
    expect(listPageButtons(page, pages, 5)).toEqual(buttons)
  },
)

test('the pager shows three page buttons if there is room for only three', () => {
  expect(listPageButtons(5, 9, 3)).toEqual([4, 5, 6])
  expect(listPageButtons(9, 9, 3)).toEqual([7, 8, 9])
})
