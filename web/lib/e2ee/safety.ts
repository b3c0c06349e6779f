// Numbers that two people, or a group, read out to each other: equal only when nobody stands between them.
import type { Card } from '#shared/e2ee/card.ts'
import { decode, sha256, toBytes } from '#shared/e2ee/encoding.ts'
import { membersAt, type Roster } from '#shared/e2ee/roster.ts'

const nameOf = ({ userId, gen, sign, box }: Card) => `${userId}:${gen}:${sign}:${box}`

/** Five digits from each five bytes, as many as are wanted. */
async function digitsOf(text: string, groups: number): Promise<string> {
  const parts: string[] = []
  for (let at = 0; parts.length < groups; at++) {
    const bytes = decode(await sha256(toBytes(`perantau/safety/1 ${at} ${text}`)))
    for (let from = 0; from + 5 <= bytes.length && parts.length < groups; from += 5) {
      const number = bytes.slice(from, from + 5).reduce((sum, byte) => sum * 256 + byte, 0)
      parts.push(String(number % 100_000).padStart(5, '0'))
    }
  }
  return parts.join(' ')
}

const codePrefix = 'perantau-kunci:1:'

/** What one's own screen shows for another to scan: which person, and with which keys. */
export async function personCode(card: Card): Promise<string> {
  return `${codePrefix}${card.userId}:${await sha256(toBytes(nameOf(card)))}`
}

/** Whether a scanned code is of this person; and if it is, whether it has these keys. Undefined: it is something else. */
export async function matchCode(found: string, card: Card): Promise<boolean | undefined> {
  if (!found.startsWith(`${codePrefix}${card.userId}:`)) return undefined
  return found === (await personCode(card))
}

/** Sixty digits, the same for both. */
export function safetyNumber(one: Card, other: Card): Promise<string> {
  const [first, second] = [one, other].sort((a, b) => a.userId - b.userId).map(nameOf)
  return digitsOf(`${first} ${second}`, 12)
}

/** Thirty digits for everybody who is on the list now. */
export function groupCode(roster: Roster): Promise<string> {
  const names = membersAt(roster)
    .map(({ card }) => card)
    .sort((a, b) => a.userId - b.userId)
    .map(nameOf)
  return digitsOf(`${roster.hashes[0]} ${names.join(' ')}`, 6)
}
