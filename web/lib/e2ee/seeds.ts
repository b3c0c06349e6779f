// What somebody's keys are made from: a secret a generation. The newest makes the keys in use; the ones before open what
// was sealed to them.
import { type Bytes, decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { type Identity, identityFrom } from './identity.ts'

export interface Seed {
  gen: number
  bytes: Bytes
}

/** The newest first. */
export type Seeds = [newest: Seed, ...older: Seed[]]

/** Opened for a moment: the seeds are there to be locked away once more, and are forgotten with this. */
export interface OpenKeys {
  seeds: Seeds
  identity: Identity
}

/** So many are carried along; what was sealed to keys before those is not read any more. */
const most = 100

export function packSeeds(seeds: Seed[]): Bytes {
  return toBytes(JSON.stringify(seeds.slice(0, most).map(({ gen, bytes }) => [gen, encode(bytes)])))
}

/** Throws for anything else. */
export function unpackSeeds(packed: Bytes): Seed[] {
  const list = JSON.parse(toText(packed)) as [gen: number, bytes: string][]
  return list.map(([gen, text]) => {
    const bytes = decode(text)
    if (!Number.isInteger(gen) || bytes.length !== 32) throw new Error('no seed')
    return { gen, bytes }
  })
}

/** Of every generation once, as far as they came before the newest. */
export function joinSeeds([newest, ...older]: Seeds, others: Seed[]): Seeds {
  const all = new Map<number, Seed>()
  for (const seed of [...others, ...older]) if (seed.gen < newest.gen) all.set(seed.gen, seed)
  return [newest, ...[...all.values()].sort((a, b) => b.gen - a.gen)]
}

export async function openSeeds(userId: number, seeds: Seeds): Promise<OpenKeys> {
  const [newest, ...rest] = seeds
  const identity = await identityFrom(newest.bytes, userId, newest.gen)
  const older = await Promise.all(
    rest.map(async ({ bytes, gen }) => {
      const { card, box } = await identityFrom(bytes, userId, gen)
      return { card, box }
    }),
  )
  return { seeds, identity: { ...identity, older } }
}
