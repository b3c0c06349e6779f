// When what repeats takes place: at the same hour on the wall, whatever the clocks do in between.
import type { RepeatKind } from './constants.ts'

const day = 86_400_000
const plain = (wall: string) => Date.parse(`${wall}Z`)
const written = (time: number) => new Date(time).toISOString().slice(0, -1)

/** So many months on; the 31st of a month that has none is its last day. */
function addMonths(wall: string, count: number): number {
  const date = new Date(plain(wall))
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return date.getTime()
}

/**
 * The repetition with this number, the first being 0. Counted from the first and not from the one before: where a month
 * has no 31st, the later ones are still on the 31st.
 */
export function repeatWall(wall: string, every: RepeatKind, count: number): string {
  if (every === 'month') return written(addMonths(wall, count))
  return written(plain(wall) + count * (every === 'week' ? 7 : 14) * day)
}

/** A wall time, moved by as much as `to` lies after `from`. */
export function shiftWall(wall: string, from: string, to: string): string {
  return written(plain(wall) + plain(to) - plain(from))
}
