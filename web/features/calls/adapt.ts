// How much of the picture a line can carry. Downwards at once, upwards only after a while: a picture that keeps changing
// is worse than a small one.

export interface Step {
  /** Each side of the picture is divided by it. */
  scale: number
  framesPerSecond: number
  bitsPerSecond: number
  /** The sound alone. */
  isOff?: true
}

export const steps: readonly [Step, Step, Step, Step] = [
  { scale: 1, framesPerSecond: 24, bitsPerSecond: 700_000 },
  { scale: 2, framesPerSecond: 15, bitsPerSecond: 250_000 },
  { scale: 4, framesPerSecond: 8, bitsPerSecond: 90_000 },
  { scale: 4, framesPerSecond: 8, bitsPerSecond: 90_000, isOff: true },
]
const last = steps.length - 1

/** What one look at a line says. */
export interface Seen {
  /** Seconds there and back. */
  roundTrip?: number
  /** Of what was sent, from 0 to 1. */
  lost: number
  /** What the browser thinks the way can carry, in bits a second. */
  available?: number
  /** The browser itself makes the picture smaller because this machine cannot keep up. */
  isMachineSlow: boolean
}

export interface Adapting {
  step: number
  /** How many looks in a row were good, or bad for the machine. */
  good: number
  slow: number
}

export const beginning: Adapting = { step: 0, good: 0, slow: 0 }

/** The more there are, the less each gets from us; a weak machine begins lower. */
export function highestStep(others: number, cores: number): number {
  if (others >= 4) return cores > 4 ? 1 : 2
  return others >= 2 || cores <= 2 ? 1 : 0
}

const looksBeforeSlow = 2
const looksBeforeBetter = 4

/** With a margin upwards, so that it does not go to and fro. */
function isTooNarrow({ available }: Seen, step: number): boolean {
  return available !== undefined && available < (steps[step]?.bitsPerSecond ?? 0) * 0.5
}

const isBad = (seen: Seen, step: number) =>
  seen.lost > 0.1 || (seen.roundTrip ?? 0) > 0.9 || (step < last && isTooNarrow(seen, step))

const isGood = (seen: Seen, step: number) =>
  seen.lost < 0.03 && (seen.roundTrip ?? 0) < 0.4 && !seen.isMachineSlow && !isTooNarrow(seen, step)

export function adapt(before: Adapting, seen: Seen, highest: number): Adapting {
  const slow = seen.isMachineSlow ? before.slow + 1 : 0
  const good = isGood(seen, Math.max(before.step - 1, highest)) ? before.good + 1 : 0
  // The machine alone never takes the picture away: the smallest one costs next to nothing.
  const isSlow = slow >= looksBeforeSlow && before.step < last - 1
  if (isSlow || isBad(seen, before.step)) return { step: Math.min(before.step + 1, last), good: 0, slow: 0 }
  if (good >= looksBeforeBetter && before.step > highest) return { step: before.step - 1, good: 0, slow: 0 }
  return { step: Math.max(before.step, highest), good, slow }
}
