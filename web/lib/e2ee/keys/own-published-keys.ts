// Compares the public keys that the server publishes for the signed-in user with the keys on this device.
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { KeyAlarm } from '#web/lib/state/key-mismatch-alarm.ts'

/** Past use of the user's encryption keys according to this device. The server's records are not trusted. */
interface KeyUse {
  /** Whether this device has verified an encrypted group or pinned the keys of another user. */
  hasEncrypted: boolean
}

/**
 * Returns the alarm for the published public keys (key card), or null if they are those of this device. Other keys of the
 * same key generation are an attack. Keys of a higher key generation may come from another device of the user, so the
 * user is asked, with a red security alarm if anything was ever encrypted to the keys of this device. The server's
 * statement that nothing was encrypted never weakens the alarm, because the server itself may have made the keys.
 */
export function compareOwnKeysWithPublishedKeys(
  own: Card,
  { card, createdAt, priorUnused }: Pick<MyKeys, 'card' | 'createdAt' | 'priorUnused'>,
  { hasEncrypted }: KeyUse,
): KeyAlarm | null {
  if (!card || hasSamePublicKeys(own, card)) return null
  const published = { since: createdAt, card: card.sign }
  if (card.gen < own.gen) return { kind: 'behind', ...published }
  if (card.gen === own.gen) return { kind: 'foreign', ...published }
  return { kind: hasEncrypted || !priorUnused ? 'replaced' : 'question', ...published }
}

/** Action about encryption keys that a device takes at app start, after comparing its own with the published keys. */
type KeyStart =
  /**
   * Key action: the device creates keys of the next key generation (version of the keys), because it has no keys and
   * the published keys are missing or unused.
   */
  | 'create'
  /** Action at app start: the device publishes its own encryption keys, because the server does not know them. */
  | 'publish'
  | 'ready'
  /**
   * Key action: the device asks the user to restore the published keys, because replacing them requires the user's
   * consent.
   */
  | 'restore'

/**
 * Decides whether this device creates keys without asking. A server that falsely states that keys are unused gains
 * nothing: this device creates the next generation itself, contacts who pinned the old card see the change, and the old
 * device asks its user. A device with keys never replaces published ones, so nothing is lost before the user answers.
 */
export function decideToCreatePublishOrRestoreKeys(
  own: Card | undefined,
  { card, isUsed, wraps }: Pick<MyKeys, 'card' | 'isUsed' | 'wraps'>,
): KeyStart {
  if (own) {
    if (!card) return 'publish'
    return hasSamePublicKeys(card, own) ? 'ready' : 'restore'
  }
  // Servers of earlier releases send no `isUsed`. The keys that they publish count as used.
  return !card || (isUsed === false && wraps.length === 0) ? 'create' : 'restore'
}
