// Judges the card that the server publishes for the signed-in user against the keys on this device.
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import type { KeyAlarm } from '#web/lib/state/key-alarm.ts'

/** Whether the keys were used according to the records of this device, not of the server. */
interface KeyUse {
  /** This device has verified an encrypted group or pinned somebody's keys. */
  hasEncrypted: boolean
}

/**
 * Returns the alarm for the published card, or null if it is the card of this device.
 * Another card of the same generation is an attack. A higher generation may come from another device of the user.
 * In that case the user is asked, in red if anything was ever encrypted to the keys of this device.
 * The server's claim that nothing was encrypted never softens the alarm, because the server may have made the card.
 */
export function classifyPublishedCard(
  own: Card,
  { card, createdAt, priorUnused }: Pick<MyKeys, 'card' | 'createdAt' | 'priorUnused'>,
  { hasEncrypted }: KeyUse,
): KeyAlarm | null {
  if (!card || isSameCard(own, card)) return null
  const published = { since: createdAt, card: card.sign }
  if (card.gen < own.gen) return { kind: 'behind', ...published }
  if (card.gen === own.gen) return { kind: 'foreign', ...published }
  return { kind: hasEncrypted || !priorUnused ? 'replaced' : 'question', ...published }
}

/** Action of a device at the start, when it has no keys or other keys than the published ones. */
type KeyStart =
  /** The user has no published keys, or unused ones, and this device has none: it makes the next generation. */
  | 'create'
  /** This device publishes its keys, which the server does not know. */
  | 'publish'
  | 'ready'
  /** Keys exist that this device cannot replace unasked. */
  | 'restore'

/**
 * Decides whether this device makes keys without asking. A server that wrongly claims unused keys gains nothing:
 * the new generation is made here, contacts who pinned the old card see the change, and the old device asks its user.
 * A device with keys of its own never replaces published ones, so nothing is dropped before the user answers.
 */
export function chooseKeyStartAction(
  own: Card | undefined,
  { card, isUsed, wraps }: Pick<MyKeys, 'card' | 'isUsed' | 'wraps'>,
): KeyStart {
  if (own) {
    if (!card) return 'publish'
    return isSameCard(card, own) ? 'ready' : 'restore'
  }
  // `isUsed` is undefined on a server of an earlier release, whose keys therefore count as used.
  return !card || (isUsed === false && wraps.length === 0) ? 'create' : 'restore'
}
