import { type Bytes, decodeUtf8, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { packSeeds, type Seeds, unpackSeeds } from '#web/lib/e2ee/crypto/seeds.ts'

/** Data that an old device sends to a new one. */
export interface LinkPayload {
  seeds: Seeds
  /** Serialized trust record of the old device. */
  trust: string
}

export function packLinkPayload({ seeds, trust }: LinkPayload): Bytes {
  return encodeUtf8(JSON.stringify({ seeds: decodeUtf8(packSeeds(seeds)), trust }))
}

/** Parses a payload that `packLinkPayload` serialized. Throws if the format is wrong. */
export function unpackLinkPayload(plaintext: Bytes): LinkPayload {
  const { seeds, trust } = JSON.parse(decodeUtf8(plaintext))
  const [newest, ...older] = unpackSeeds(encodeUtf8(seeds))
  if (!newest || typeof trust !== 'string') throw new Error('no keys')
  return { seeds: [newest, ...older], trust }
}
