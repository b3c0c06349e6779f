/** Pseudo-random generator with a fixed seed, so that the demo is the same on every machine. */
export interface Random {
  /** Returns a random number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a random integer from min to max, both included. */
  integer(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** Returns a random time between the two dates. */
  dateBetween(from: Date, to: Date): Date
}

export function createSeededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer: whole,
    pick: list => list[whole(0, list.length - 1)] as never,
    chance: probability => next() < probability,
    dateBetween: (from, to) =>
      new Date(from.getTime() + Math.floor(next() * (to.getTime() - from.getTime()))),
  }
}
