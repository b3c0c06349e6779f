/** Words with which the names of clubs begin, or that all of them have in common. */
const common = new Set([
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

/** Three letters by which a club is told from a hundred others: those of its city, or of what its name alone has. */
export function clubCode({ name, city }: { name: string; city?: string | null }): string {
  const words = name.split(/\s+/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const own = words.find(word => !common.has(word.toLowerCase()))
  const letters = Array.from((city || own || name).replace(/[^\p{L}\p{N}]/gu, ''))
  return letters.slice(0, 3).join('').toUpperCase()
}
