import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { hasUsedEncryptionKeysInElections } from './election-key-use.ts'
import type { StoredGroup } from './group-ports.ts'
import { listStoredGroups } from './group-store.ts'

/**
 * Whether the records of this device show that its keys were used: a verified member list lists them, they replaced
 * earlier keys, or they came from another device or a backup. What the server says does not count.
 */
export function hasUsedOwnEncryptionKeysInGroups(
  { card, older = [], isRestored }: Pick<Identity, 'card' | 'older' | 'isRestored'>,
  groups: { kept: Pick<StoredGroup, 'roster'> }[],
): boolean {
  if (isRestored || older.length > 0) return true
  return groups.some(({ kept }) => kept.roster?.spans.some(span => hasSamePublicKeys(span.card, card)))
}

export async function hasUsedKeysInGroupsOrElections(identity: Identity): Promise<boolean> {
  const { userId } = identity.card
  return (
    hasUsedOwnEncryptionKeysInGroups(identity, await listStoredGroups(userId)) ||
    hasUsedEncryptionKeysInElections(userId)
  )
}
