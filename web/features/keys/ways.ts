import type { KeyDevice, MyKeys, WrapRow } from '#shared/contracts/keys.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'

/** What somebody set out to do with their keys. */
export type KeyTask = { kind: 'passkey' | 'link' | 'phrase' | 'renew' } | { kind: 'remove'; way: WrapRow }

/** A device that was not used for so long may no longer be there. */
const longAgo = 30 * 24 * 60 * 60 * 1000

export const waysOf = ({ wraps }: MyKeys): WrapRow[] => wraps.filter(({ kind }) => kind !== 'older')

/** What opens the keys should this device be lost: the phrase, passkeys, and other devices that are in use. */
export function otherWays(keys: MyKeys, { dev }: Identity): (WrapRow | KeyDevice)[] {
  const inUse = keys.devices.filter(
    device => device.dev !== dev && Date.now() - Date.parse(device.usedAt) < longAgo,
  )
  return [...waysOf(keys), ...inUse]
}
