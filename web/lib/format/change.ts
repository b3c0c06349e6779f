import { formatNumber } from './format.ts'

interface Change {
  text: string
  direction: 'up' | 'down' | 'same'
}

/** Formats a number with its sign. Zero has no sign. */
function formatWithSign(value: number, digits?: number): string {
  const text = formatNumber(value, digits)
  return value > 0 && text !== '0' ? `+${text}` : text
}

function getChangeDirection(difference: number): Change['direction'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}

/** Formats an absolute change of a number with its sign, such as +3. */
export function formatDifferenceWithSign(now: number, before: number): Change {
  return { text: formatWithSign(now - before), direction: getChangeDirection(now - before) }
}

/** Formats a change of a number as percentage, such as +12.5%. If the earlier value is 0, formats the difference. */
export function formatPercentageChange(now: number, before: number): Change {
  if (before === 0) return formatDifferenceWithSign(now, before)
  return {
    text: `${formatWithSign((100 * (now - before)) / before, 1)}%`,
    direction: getChangeDirection(now - before),
  }
}
