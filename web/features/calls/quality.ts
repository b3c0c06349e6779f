import type { Seen } from './adapt.ts'

export type Quality = 'good' | 'fair' | 'poor'

type Stats = Iterable<{ type: string } & Record<string, unknown>>

/** What the browser counts of one line: how long a packet takes there and back, and how many do not arrive. */
export function seenIn(stats: Stats): Seen {
  const seen: Seen = { lost: 0, isMachineSlow: false }
  for (const one of stats) {
    if (one.type === 'candidate-pair' && one.nominated) {
      if (typeof one.currentRoundTripTime === 'number') seen.roundTrip = one.currentRoundTripTime
      if (typeof one.availableOutgoingBitrate === 'number') seen.available = one.availableOutgoingBitrate
    }
    if (one.type === 'remote-inbound-rtp' && typeof one.fractionLost === 'number') {
      seen.lost = Math.max(seen.lost, one.fractionLost)
    }
    if (one.type === 'outbound-rtp' && one.qualityLimitationReason === 'cpu') seen.isMachineSlow = true
  }
  return seen
}

/** Undefined: nothing is known yet. */
export function qualityOf({ roundTrip, lost }: Seen): Quality | undefined {
  if (roundTrip === undefined) return undefined
  if (roundTrip > 0.6 || lost > 0.1) return 'poor'
  return roundTrip > 0.25 || lost > 0.03 ? 'fair' : 'good'
}
