/** Words that many club names contain. The three-letter code of a club ignores them. */
const commonWords = new Set([
  'kelab',
  'perantau',
  'persatuan',
  'pelajar',
  'malaysia',
  'ahli',
  'di',
  'dan',
  'of',
  'the',
])

/** Builds a three-letter code for a club, from its city or else from the distinctive word of its name. */
export function buildClubAbbreviation({ name, city }: { name: string; city?: string | null }): string {
  const words = name.split(/\s+/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const distinctive = words.find(word => !commonWords.has(word.toLowerCase()))
  const letters = Array.from((city || distinctive || name).replace(/[^\p{L}\p{N}]/gu, ''))
  return letters.slice(0, 3).join('').toUpperCase()
}
