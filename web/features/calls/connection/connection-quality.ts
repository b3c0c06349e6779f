import type { LinkStats } from './adapt-video-quality.ts'

export type ConnectionQuality = 'good' | 'fair' | 'poor'

type StatsReports = Iterable<{ type: string } & Record<string, unknown>>

/** Reads round-trip time, packet loss, available bitrate and CPU limitation from a connection's WebRTC statistics. */
export function summarizeWebRtcStatistics(reports: StatsReports): LinkStats {
  const result: LinkStats = { lost: 0, isMachineSlow: false }
  for (const report of reports) {
    if (report.type === 'candidate-pair' && report.nominated) {
      if (typeof report.currentRoundTripTime === 'number') result.roundTrip = report.currentRoundTripTime
      if (typeof report.availableOutgoingBitrate === 'number')
        result.available = report.availableOutgoingBitrate
    }
    if (report.type === 'remote-inbound-rtp' && typeof report.fractionLost === 'number') {
      result.lost = Math.max(result.lost, report.fractionLost)
    }
    if (report.type === 'outbound-rtp' && report.qualityLimitationReason === 'cpu')
      result.isMachineSlow = true
  }
  return result
}

/** Rates a call connection by round-trip time and packet loss. Returns undefined before the first measurement. */
export function rateCallConnectionQuality({ roundTrip, lost }: LinkStats): ConnectionQuality | undefined {
  if (roundTrip === undefined) return undefined
  if (roundTrip > 0.6 || lost > 0.1) return 'poor'
  return roundTrip > 0.25 || lost > 0.03 ? 'fair' : 'good'
}
