// Adapts the video quality of one peer connection to its measured statistics.
// Video quality is reduced at once but raised only after several good measurements, because changes disturb viewers.

export interface VideoQualityStep {
  /** Factor by which the width and height of the sent video are divided. */
  scale: number
  framesPerSecond: number
  bitsPerSecond: number
  /** Whether this video quality step turns video off, so that only audio is sent. */
  isOff?: true
}

export const videoQualitySteps: readonly [
  VideoQualityStep,
  VideoQualityStep,
  VideoQualityStep,
  VideoQualityStep,
] = [
  { scale: 1, framesPerSecond: 24, bitsPerSecond: 700_000 },
  { scale: 2, framesPerSecond: 15, bitsPerSecond: 250_000 },
  { scale: 4, framesPerSecond: 8, bitsPerSecond: 90_000 },
  { scale: 4, framesPerSecond: 8, bitsPerSecond: 90_000, isOff: true },
]
const lastStep = videoQualitySteps.length - 1

/** WebRTC statistics measured on one peer connection of a call. */
export interface LinkStats {
  /** Round-trip time of the call connection in seconds. */
  roundTrip?: number
  /** Fraction of the packets sent in the call that were lost, from 0 to 1. */
  lost: number
  /** Outgoing bitrate that the browser estimates to be available, in bits per second. */
  available?: number
  /** Whether the browser limits the video because this device's CPU is too slow. */
  isMachineSlow: boolean
}

export interface AdaptationState {
  step: number
  /** Number of measurements in a row with a good connection (`good`) or with a CPU that was too slow (`slow`). */
  good: number
  slow: number
}

export const initialAdaptation: AdaptationState = { step: 0, good: 0, slow: 0 }

/** Returns the best allowed video quality step (0 is best) for the numbers of other participants and CPU cores. */
export function getBestVideoQualityStep(others: number, cores: number): number {
  if (others >= 4) return cores > 4 ? 1 : 2
  return others >= 2 || cores <= 2 ? 1 : 0
}

const slowMeasurementsBeforeReduction = 2
const goodMeasurementsBeforeIncrease = 4

/** Whether the available bitrate is below half of what the video quality step needs. The margin prevents flapping. */
function isBandwidthTooLow({ available }: LinkStats, step: number): boolean {
  return available !== undefined && available < (videoQualitySteps[step]?.bitsPerSecond ?? 0) * 0.5
}

const isConnectionBad = (stats: LinkStats, step: number) =>
  stats.lost > 0.1 || (stats.roundTrip ?? 0) > 0.9 || (step < lastStep && isBandwidthTooLow(stats, step))

const isConnectionGood = (stats: LinkStats, step: number) =>
  stats.lost < 0.03 && (stats.roundTrip ?? 0) < 0.4 && !stats.isMachineSlow && !isBandwidthTooLow(stats, step)

export function adaptVideoQuality(
  previous: AdaptationState,
  stats: LinkStats,
  bestStep: number,
): AdaptationState {
  const slow = stats.isMachineSlow ? previous.slow + 1 : 0
  const good = isConnectionGood(stats, Math.max(previous.step - 1, bestStep)) ? previous.good + 1 : 0
  // A slow CPU alone never switches video off, because the smallest video costs almost nothing.
  const isSlow = slow >= slowMeasurementsBeforeReduction && previous.step < lastStep - 1
  if (isSlow || isConnectionBad(stats, previous.step))
    return { step: Math.min(previous.step + 1, lastStep), good: 0, slow: 0 }
  if (good >= goodMeasurementsBeforeIncrease && previous.step > bestStep)
    return { step: previous.step - 1, good: 0, slow: 0 }
  return { step: Math.max(previous.step, bestStep), good, slow }
}
