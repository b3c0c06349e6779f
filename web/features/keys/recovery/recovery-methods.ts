import type { KeyDevice, MyKeys, WrapRow } from '#shared/contracts/keys/keys.schemas.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'

/** Task that the user has started in the key settings. */
export type KeyTask = { kind: 'passkey' | 'link' | 'phrase' | 'renew' } | { kind: 'remove'; way: WrapRow }

/** Milliseconds since the last use within which another device counts as one that can hand over the keys. */
const deviceLimit = 24 * 60 * 60 * 1000

export const listRecoveryMethods = ({ wraps }: Pick<MyKeys, 'wraps'>): WrapRow[] =>
  wraps.filter(({ kind }) => kind !== 'older')

/**
 * Lists what is known to recover the keys if this device is lost: phrase, passkeys and devices seen within 24 hours.
 * A backup or device of another generation does not count, because it cannot open the keys of this device.
 */
export function listOtherRecoveryMethods(
  keys: Pick<MyKeys, 'wraps' | 'devices'>,
  { dev, card }: Pick<Identity, 'dev' | 'card'>,
  now = Date.now(),
): (WrapRow | KeyDevice)[] {
  const isCurrent = ({ gen }: { gen: number }) => gen === card.gen
  const activeDevices = keys.devices.filter(
    device => device.dev !== dev && isCurrent(device) && now - Date.parse(device.usedAt) < deviceLimit,
  )
  return [...listRecoveryMethods(keys).filter(isCurrent), ...activeDevices]
}

/**
 * Decides what happens to the keys on this device at sign-out.
 * remove: they are known to be recoverable. withdraw: nothing was encrypted to them, neither by the server's account
 * nor by this device's. ask: they may be lost, or others publish keys in the user's name.
 */
export function decideKeysAtSignOut(
  keys: Pick<MyKeys, 'card' | 'wraps' | 'devices' | 'isUsed'>,
  identity: Pick<Identity, 'dev' | 'card'>,
  { hasEncrypted }: { hasEncrypted: boolean },
  now = Date.now(),
): 'remove' | 'withdraw' | 'ask' {
  if (!keys.card || !isSameCard(keys.card, identity.card)) return 'ask'
  if (listOtherRecoveryMethods(keys, identity, now).length > 0) return 'remove'
  return keys.isUsed || hasEncrypted ? 'ask' : 'withdraw'
}
