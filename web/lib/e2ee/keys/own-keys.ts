// The signed-in user's encryption keys on this device: creating, publishing, renewing and storing them.
// The server stores key seeds only encrypted, under a recovery phrase or passkey that only the user has.
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { addDevice, publishOwnKeys, readOwnKeys } from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys, MyKeysBody } from '#shared/contracts/keys/keys.schemas.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import {
  deriveKeysFromSeeds,
  mergeKeySeeds,
  type Seed,
  type UnlockedKeys,
} from '#web/lib/e2ee/crypto/seeds.ts'
import {
  deleteUnpublishedKeys,
  loadKeySeeds,
  loadOwnIdentityKeys,
  saveEncryptionKeys,
} from '#web/lib/e2ee/storage/key-store.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { deriveMissingBallotKeys } from './ballot-key.ts'
import { KeyError } from './key-error.ts'
import { encryptOlderKeySeeds } from './key-wraps.ts'
import { signAndPublishOwnFullName, verifyAndReadOwnSignedName } from './own-name.ts'
import { decideToCreatePublishOrRestoreKeys } from './own-published-keys.ts'
import { unlockKeysStoredOnDevice } from './unlock-keys.ts'

/** Reason why this browser cannot use end-to-end encryption. */
export type EncryptionObstacle = 'insecure' | 'outdated' | 'no-storage'

/** Encryption keys of a user on this device, current or outdated, or the reason why they cannot be used. */
export type DeviceKeys =
  | { obstacle: EncryptionObstacle }
  | { identity: Identity | null; obstacle?: undefined }

export async function readEncryptionKeysOfDevice(userId: number): Promise<DeviceKeys> {
  if (!globalThis.crypto?.subtle) return { obstacle: globalThis.isSecureContext ? 'outdated' : 'insecure' }
  try {
    return { identity: (await loadOwnIdentityKeys(userId)) ?? null }
  } catch {
    return { obstacle: 'no-storage' }
  }
}

async function storeKeysOnDevice(opened: UnlockedKeys): Promise<void> {
  await saveEncryptionKeys(opened).catch(() => {
    throw new KeyError('not-stored')
  })
}

const isConflictError = (error: unknown) => hasErrorStatus(error, 409)

/** Publishes the user's signed public keys. Returns false if another device of the user has published keys first. */
async function publishKeys(body: MyKeysBody): Promise<boolean> {
  try {
    await callEndpoint(publishOwnKeys, { body })
    return true
  } catch (error) {
    if (!isConflictError(error)) throw error
    // After a 409 response, the published keys may be those of an earlier request whose response was lost.
    const { card } = await callEndpoint(readOwnKeys)
    return card !== null && hasSamePublicKeys(card, body.card)
  }
}

/** Runs an operation in only one tab at a time. In browsers without Web Locks, the server detects conflicts instead. */
export function runWithCrossTabKeyLock<T>(userId: number, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return navigator.locks.request(`perantau-keys-${userId}`, work) as Promise<T>
}

/** Tries to sign the user's name. If signing fails, the user can sign the name later in the settings. */
async function signNameBestEffort(...args: Parameters<typeof signAndPublishOwnFullName>): Promise<void> {
  await signAndPublishOwnFullName(...args).catch(() => {})
}

/**
 * Returns this device's keys if the user has published these keys or none. A device without keys creates them if the
 * user has no keys or only unused ones. Keys are stored before they are published, because losing published keys would
 * lock the user out. Returns null if the user has published other keys, which are on another device.
 */
export function ensureEncryptionKeys({
  id,
  fullName,
}: {
  id: number
  fullName: string
}): Promise<Identity | null> {
  return runWithCrossTabKeyLock(id, async () => {
    const [published, local] = [await callEndpoint(readOwnKeys), await loadOwnIdentityKeys(id)]
    const start = decideToCreatePublishOrRestoreKeys(local?.card, published)
    if (start === 'restore') return null
    if (local) {
      const complete = await deriveMissingBallotKeys(local)
      if (start === 'ready') return complete
      return (await publishKeys({ card: local.card, dev: local.dev })) ? complete : null
    }
    const generated = await deriveKeysFromSeeds(id, [{ gen: published.gen + 1, bytes: generateKeySeed() }])
    const { identity } = generated
    await storeKeysOnDevice(generated)
    if (!(await publishKeys({ card: identity.card, dev: identity.dev }))) {
      await deleteUnpublishedKeys(id)
      return null
    }
    await signNameBestEffort(identity, fullName, published.name)
    // Without the persistent storage permission, the browser may delete the keys when disk space runs low.
    await navigator.storage?.persist?.().catch(() => false)
    return identity
  })
}

/** Publishes this device's keys again after the server has lost them, for example through a restored backup. */
export async function republishEncryptionKeys(
  { card, dev }: Identity,
  proof: ReauthenticationBody,
): Promise<void> {
  if (!(await publishKeys({ card, dev, ...proof }))) throw new KeyError('other-card')
}

/**
 * Replaces the user's keys with a new key generation (version of the keys). Known old key seeds are encrypted under the
 * new seed, so that the new keys can decrypt earlier messages as well. Without the old seeds, earlier messages stay
 * unreadable.
 */
export async function renewEncryptionKeys(
  owner: { id: number; fullName: string },
  keys: MyKeys,
  opened: UnlockedKeys | undefined,
  proof: ReauthenticationBody,
): Promise<Identity> {
  const before = opened ?? (await unlockKeysStoredOnDevice(owner.id))
  const newest: Seed = { gen: keys.gen + 1, bytes: generateKeySeed() }
  const generated = await deriveKeysFromSeeds(owner.id, mergeKeySeeds([newest], before?.seeds ?? []))
  const { identity } = generated
  const wrap = await encryptOlderKeySeeds(generated.seeds, owner.id)
  const name = before ? (await verifyAndReadOwnSignedName(before.identity, keys.name))?.name : owner.fullName
  if (!(await publishKeys({ card: identity.card, dev: identity.dev, ...(wrap && { wrap }), ...proof }))) {
    throw new KeyError('late')
  }
  const local = await loadOwnIdentityKeys(owner.id)
  await storeKeysOnDevice(await addStoredKeyGenerations(generated, local ? local.isRestored : true))
  if (name) await signNameBestEffort(identity, name, keys.name)
  return identity
}

/** Adds the earlier keys stored on this device to unlocked keys, so that old messages stay readable. */
async function addStoredKeyGenerations(
  { seeds, identity }: UnlockedKeys,
  isRestored: true | undefined,
): Promise<UnlockedKeys> {
  const { userId, gen } = identity.card
  const before = await loadOwnIdentityKeys(userId)
  const joined = await deriveKeysFromSeeds(
    userId,
    mergeKeySeeds(seeds, await loadKeySeeds(userId).catch(() => [])),
  )
  const older = [...(joined.identity.older ?? [])]
  for (const previous of before ? [before, ...(before.older ?? [])] : []) {
    const isKnown = previous.card.gen >= gen || older.some(({ card }) => card.gen === previous.card.gen)
    const { card, box, ballot } = previous
    if (!isKnown) older.push({ card, box, ...(ballot && { ballot }) })
  }
  return { seeds: joined.seeds, identity: { ...identity, older, ...(isRestored && { isRestored }) } }
}

/** Stores unlocked keys on this device and registers the device with the server. */
export async function storeUnlockedEncryptionKeys(opened: UnlockedKeys): Promise<Identity> {
  const local = await loadOwnIdentityKeys(opened.identity.card.userId)
  const isKnown = local && hasSamePublicKeys(local.card, opened.identity.card)
  const complete = await addStoredKeyGenerations(opened, isKnown ? local.isRestored : true)
  await storeKeysOnDevice(complete)
  const { dev, card } = complete.identity
  await callEndpoint(addDevice, { body: { dev, gen: card.gen } })
  return complete.identity
}
