import type { KeyDevice, MyKeys, WrapRow } from '#shared/contracts/keys/keys.schemas.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'

/** Action that the user has started in the encryption key settings, such as adding a passkey. */
export type KeyTask = { kind: 'passkey' | 'link' | 'phrase' | 'renew' } | { kind: 'remove'; way: WrapRow }

/** Another device counts as a source of the encryption keys if it was seen within this time (ms). */
const deviceLimit = 24 * 60 * 60 * 1000

export const listRecoveryMethods = ({ wraps }: Pick<MyKeys, 'wraps'>): WrapRow[] =>
  wraps.filter(({ kind }) => kind !== 'older')

/**
 * Lists what can recover the keys if this device is lost: the recovery phrase, passkeys and devices seen within 24
 * hours. A backup or device of another key generation (version of the keys) does not count, because it cannot unlock
 * the keys of this device.
 */
export function listRecoveryMethodsBesidesThisDevice(
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
 * Decides what happens to the keys on this device at sign-out. `remove`: the keys can be recovered elsewhere.
 * `withdraw`: according to the server and to this device, nothing was encrypted to the keys. `ask`: the keys may be
 * lost, or others publish keys in the user's name.
 */
export function decideWhatHappensToKeysAtSignOut(
  keys: Pick<MyKeys, 'card' | 'wraps' | 'devices' | 'isUsed'>,
  identity: Pick<Identity, 'dev' | 'card'>,
  { hasEncrypted }: { hasEncrypted: boolean },
  now = Date.now(),
): 'remove' | 'withdraw' | 'ask' {
  if (!keys.card || !hasSamePublicKeys(keys.card, identity.card)) return 'ask'
  if (listRecoveryMethodsBesidesThisDevice(keys, identity, now).length > 0) return 'remove'
  return keys.isUsed || hasEncrypted ? 'ask' : 'withdraw'
}
