/** Lists the pages that get a button in the pager, with the current page in the middle where possible. */
export function listPageButtons(page: number, pages: number, mostButtons: number): number[] {
  const length = Math.min(mostButtons, pages)
  const first = Math.max(1, Math.min(page - Math.floor(mostButtons / 2), pages - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}
