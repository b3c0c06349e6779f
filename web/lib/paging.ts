/** The pages that get a button: the open one in the middle where there is room. */
export function pageWindow(page: number, pages: number, mostButtons: number): number[] {
  const length = Math.min(mostButtons, pages)
  const first = Math.max(1, Math.min(page - Math.floor(mostButtons / 2), pages - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}

/** A URL with those parameters that have a value. */
export function withQuery(url: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${url}?${text}` : url
}
