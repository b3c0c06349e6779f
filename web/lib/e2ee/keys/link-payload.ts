import { type Bytes, decodeUtf8, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { parseKeySeeds, type Seeds, serializeKeySeeds } from '#web/lib/e2ee/crypto/seeds.ts'

/** Data that an old device sends to a new device: key seeds and trust record (pinned keys of other users). */
export interface LinkPayload {
  seeds: Seeds
  /** Serialized trust record (pinned keys of other users) of the old device. */
  trust: string
}

export function serializeDeviceLinkPayload({ seeds, trust }: LinkPayload): Bytes {
  return encodeUtf8(JSON.stringify({ seeds: decodeUtf8(serializeKeySeeds(seeds)), trust }))
}

/** Parses the data that `serializeDeviceLinkPayload` wrote. Throws if the format is wrong. */
export function parseDeviceLinkPayload(plaintext: Bytes): LinkPayload {
  const { seeds, trust } = JSON.parse(decodeUtf8(plaintext))
  const [newest, ...older] = parseKeySeeds(encodeUtf8(seeds))
  if (!newest || typeof trust !== 'string') throw new Error('no keys')
  return { seeds: [newest, ...older], trust }
}
