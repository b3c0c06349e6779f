// Secret seeds of a user, one per key generation. The keys in use are derived from the newest seed.
// Earlier seeds of a user decrypt data that was encrypted to the user's earlier keys.
import {
  type Bytes,
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  encodeUtf8,
} from '#shared/e2ee/encoding.ts'
import { createIdentityKeys, type Identity, type OlderKeys } from './identity.ts'

export interface Seed {
  gen: number
  bytes: Bytes
}

/** Key seeds of a user. The newest key generation (version of the keys) comes first. */
export type Seeds = [newest: Seed, ...older: Seed[]]

/** Unlocked keys of a user with their seeds. Kept in memory only while an operation needs the seeds. */
export interface UnlockedKeys {
  seeds: Seeds
  identity: Identity
}

/** Maximum number of key seeds kept. When older seeds are dropped, data encrypted to their keys becomes unreadable. */
const maxSeeds = 100

export function serializeKeySeeds(seeds: Seed[]): Bytes {
  return encodeUtf8(
    JSON.stringify(seeds.slice(0, maxSeeds).map(({ gen, bytes }) => [gen, encodeBase64url(bytes)])),
  )
}

/** Parses key seeds that `serializeKeySeeds` wrote. Throws if the format is wrong. */
export function parseKeySeeds(packed: Bytes): Seed[] {
  const list = JSON.parse(decodeUtf8(packed)) as [gen: number, bytes: string][]
  return list.map(([gen, text]) => {
    const bytes = decodeBase64url(text)
    if (!Number.isInteger(gen) || bytes.length !== 32) throw new Error('no seed')
    return { gen, bytes }
  })
}

/** Merges key seeds: the newest seed first, then one seed for each earlier key generation (version of the keys). */
export function mergeKeySeeds([newest, ...older]: Seeds, others: Seed[]): Seeds {
  const seedByGeneration = new Map<number, Seed>()
  for (const seed of [...others, ...older]) if (seed.gen < newest.gen) seedByGeneration.set(seed.gen, seed)
  return [newest, ...[...seedByGeneration.values()].sort((a, b) => b.gen - a.gen)]
}

export async function deriveKeysFromSeeds(userId: number, seeds: Seeds): Promise<UnlockedKeys> {
  const [newest, ...rest] = seeds
  const identity = await createIdentityKeys(newest.bytes, userId, newest.gen)
  const older = await Promise.all(
    rest.map(async ({ bytes, gen }): Promise<OlderKeys> => {
      const { card, box, ballot } = await createIdentityKeys(bytes, userId, gen)
      return { card, box, ...(ballot && { ballot }) }
    }),
  )
  return { seeds, identity: { ...identity, older } }
}
