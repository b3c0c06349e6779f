import type { KeyDevice, MyKeys, WrapRow } from '#shared/contracts/keys/keys.schemas.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'

/** Task that the user has started in the key settings. */
export type KeyTask = { kind: 'passkey' | 'link' | 'phrase' | 'renew' } | { kind: 'remove'; way: WrapRow }

/** Milliseconds without use after which a device no longer counts as a recovery method for the keys. */
const inactivityLimit = 30 * 24 * 60 * 60 * 1000

export const listRecoveryMethods = ({ wraps }: MyKeys): WrapRow[] =>
  wraps.filter(({ kind }) => kind !== 'older')

/** Lists what can recover the keys if this device is lost: phrase, passkeys and other devices in use. */
export function listOtherRecoveryMethods(keys: MyKeys, { dev }: Identity): (WrapRow | KeyDevice)[] {
  const activeDevices = keys.devices.filter(
    device => device.dev !== dev && Date.now() - Date.parse(device.usedAt) < inactivityLimit,
  )
  return [...listRecoveryMethods(keys), ...activeDevices]
}
