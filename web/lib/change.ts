import { showNumber } from './format.ts'

interface Change {
  text: string
  direction: 'up' | 'down' | 'same'
}

/** With its sign, unless it is nothing. */
function showSigned(value: number, digits?: number): string {
  const text = showNumber(value, digits)
  return value > 0 && text !== '0' ? `+${text}` : text
}

function directionOf(difference: number): Change['direction'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}

/** +3 */
export function showDifference(now: number, before: number): Change {
  return { text: showSigned(now - before), direction: directionOf(now - before) }
}

/** +12.5%; against nothing there is no share, only the number. */
export function showGrowth(now: number, before: number): Change {
  if (before === 0) return showDifference(now, before)
  return { text: `${showSigned((100 * (now - before)) / before, 1)}%`, direction: directionOf(now - before) }
}
