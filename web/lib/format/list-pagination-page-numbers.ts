/**
 * Lists the pages that get a button in the pager: the first and the last page, and three pages around the current page.
 */
export function listPaginationPageNumbers(page: number, pages: number): number[] {
  const middle = Math.max(2, Math.min(page, pages - 1))
  const shown = new Set([1, middle - 1, middle, middle + 1, pages])
  return [...shown].filter(number => number >= 1 && number <= pages).toSorted((a, b) => a - b)
}
