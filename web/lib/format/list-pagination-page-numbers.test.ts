import { expect, test } from 'vitest'
import { listPaginationPageNumbers } from './list-pagination-page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [1, 108, [1, 2, 3, 108]],
  [5, 9, [1, 4, 5, 6, 9]],
  [8, 9, [1, 7, 8, 9]],
  [9, 9, [1, 7, 8, 9]],
])(
  'the pager on page %i of %i shows the first page, the last page and those around the current page',
  (page, pages, buttons) => {
    expect(listPaginationPageNumbers(page, pages)).toEqual(buttons)
  },
)
