// Ballot keys of this device: non-extractable keys from which the voting credential of each election is derived.
import { deriveBallotKey, type Identity, type OlderKeys } from '#web/lib/e2ee/crypto/identity.ts'
import { loadSeeds, replaceIdentity } from '#web/lib/e2ee/storage/key-store.ts'

/** Generations of an identity whose ballot key is missing. */
function lacksBallotKey(identity: Identity): boolean {
  return [identity, ...(identity.older ?? [])].some(({ ballot }) => !ballot)
}

/**
 * Derives the ballot keys that a device of an earlier release lacks, from the stored seeds, and stores them. Only the
 * derivation touches the seeds; the result is non-extractable. Without stored seeds the keys stay as they are.
 */
export async function addBallotKeys(identity: Identity): Promise<Identity> {
  if (!lacksBallotKey(identity)) return identity
  const seeds = await loadSeeds(identity.card.userId).catch(() => [])
  const complete = async <T extends OlderKeys>(keys: T): Promise<T> => {
    const seed = seeds.find(({ gen }) => gen === keys.card.gen)
    return keys.ballot || !seed ? keys : { ...keys, ballot: await deriveBallotKey(seed.bytes) }
  }
  const older = await Promise.all((identity.older ?? []).map(complete))
  const completed = { ...(await complete(identity)), ...(identity.older && { older }) }
  await replaceIdentity(completed).catch(() => {})
  return completed
}

/** Ballot key of the generation with which the user enrolled, also after a renewal of keys. */
export function findBallotKey(identity: Identity, gen: number): CryptoKey | undefined {
  return [identity, ...(identity.older ?? [])].find(({ card }) => card.gen === gen)?.ballot
}
