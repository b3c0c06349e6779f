/** Escapes the wildcards % and _ of a search text, so that LIKE matches them literally. */
export function escapeLikePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
