// Non-extractable ballot keys on this device. Each voting credential is derived from a ballot key.
import { deriveBallotKey, type Identity, type OlderKeys } from '#web/lib/e2ee/crypto/identity.ts'
import { loadKeySeeds, replaceStoredIdentityKeys } from '#web/lib/e2ee/storage/key-store.ts'

/** Whether the ballot key of any generation (version) of the user's keys is missing on this device. */
function lacksBallotKey(identity: Identity): boolean {
  return [identity, ...(identity.older ?? [])].some(({ ballot }) => !ballot)
}

/**
 * Derives ballot keys that are missing on a device of an earlier release from the stored key seeds, and stores them.
 * Only the derivation uses the seeds, and the resulting keys are non-extractable. Without stored seeds, nothing
 * changes.
 */
export async function deriveMissingBallotKeys(identity: Identity): Promise<Identity> {
  if (!lacksBallotKey(identity)) return identity
  const seeds = await loadKeySeeds(identity.card.userId).catch(() => [])
  const addMissingBallotKey = async <T extends OlderKeys>(keys: T): Promise<T> => {
    const seed = seeds.find(({ gen }) => gen === keys.card.gen)
    return keys.ballot || !seed ? keys : { ...keys, ballot: await deriveBallotKey(seed.bytes) }
  }
  const older = await Promise.all((identity.older ?? []).map(addMissingBallotKey))
  const completed = { ...(await addMissingBallotKey(identity)), ...(identity.older && { older }) }
  await replaceStoredIdentityKeys(completed).catch(() => {})
  return completed
}

/**
 * Finds the ballot key of the key generation (version of the keys) with which the user enrolled, even after the keys
 * were renewed.
 */
export function findBallotKey(identity: Identity, gen: number): CryptoKey | undefined {
  return [identity, ...(identity.older ?? [])].find(({ card }) => card.gen === gen)?.ballot
}
