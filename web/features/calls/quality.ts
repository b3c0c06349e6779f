export type Quality = 'good' | 'fair' | 'poor'

/** By how long a packet takes there and back, and how many do not arrive. */
export function qualityFrom(
  stats: Iterable<{ type: string } & Record<string, unknown>>,
): Quality | undefined {
  let [rtt, lost]: [number | undefined, number] = [undefined, 0]
  for (const one of stats) {
    if (one.type === 'candidate-pair' && one.nominated && typeof one.currentRoundTripTime === 'number') {
      rtt = one.currentRoundTripTime
    }
    if (one.type === 'remote-inbound-rtp' && typeof one.fractionLost === 'number') {
      lost = Math.max(lost, one.fractionLost)
    }
  }
  if (rtt === undefined) return undefined
  if (rtt > 0.6 || lost > 0.1) return 'poor'
  return rtt > 0.25 || lost > 0.03 ? 'fair' : 'good'
}
