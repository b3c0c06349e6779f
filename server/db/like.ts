/** What somebody typed, to stand in a pattern as itself: % and _ would match anything. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
