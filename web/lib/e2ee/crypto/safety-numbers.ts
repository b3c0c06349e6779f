// Safety numbers, which people compare with each other. They are equal only if the server has not replaced any keys.

import { decodeBase64url, encodeUtf8, hashSha256 } from '#shared/e2ee/encoding.ts'
import { listMembersAfterMembershipChange, type Roster } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'

const serializeCard = ({ userId, gen, sign, box }: Card) => `${userId}:${gen}:${sign}:${box}`

/** Converts a hash into groups of five decimal digits, each computed from five bytes of the hash. */
async function computeHashAsDigits(text: string, groups: number): Promise<string> {
  const parts: string[] = []
  for (let at = 0; parts.length < groups; at++) {
    const bytes = decodeBase64url(await hashSha256(encodeUtf8(`perantau/safety/1 ${at} ${text}`)))
    for (let from = 0; from + 5 <= bytes.length && parts.length < groups; from += 5) {
      const value = bytes.slice(from, from + 5).reduce((sum, byte) => sum * 256 + byte, 0)
      parts.push(String(value % 100_000).padStart(5, '0'))
    }
  }
  return parts.join(' ')
}

const codePrefix = 'perantau-kunci:1:'

/** Builds the text of the QR code with which others verify a user's keys: user id and a hash of the public keys. */
export async function buildKeyVerificationQrText(card: Card): Promise<string> {
  return `${codePrefix}${card.userId}:${await hashSha256(encodeUtf8(serializeCard(card)))}`
}

/**
 * Compares a scanned QR code with a user's public keys. Returns undefined if the code belongs to another user or is of
 * another kind.
 */
export async function doesScannedQrCodeMatchKeys(found: string, card: Card): Promise<boolean | undefined> {
  if (!found.startsWith(`${codePrefix}${card.userId}:`)) return undefined
  return found === (await buildKeyVerificationQrText(card))
}

/** Computes the safety number of two users: 60 digits, which are the same on both sides. */
export function computeSafetyNumber(one: Card, other: Card): Promise<string> {
  const [first, second] = [one, other].sort((a, b) => a.userId - b.userId).map(serializeCard)
  return computeHashAsDigits(`${first} ${second}`, 12)
}

/**
 * Computes the safety number of a group: 30 digits of a hash over the public keys of all members of the signed member
 * list.
 */
export function computeGroupSafetyNumber(roster: Roster): Promise<string> {
  const names = listMembersAfterMembershipChange(roster)
    .map(({ card }) => card)
    .sort((a, b) => a.userId - b.userId)
    .map(serializeCard)
  return computeHashAsDigits(`${roster.hashes[0]} ${names.join(' ')}`, 6)
}
