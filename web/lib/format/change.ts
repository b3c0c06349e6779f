import { formatNumber } from './format.ts'

interface Change {
  text: string
  direction: 'up' | 'down' | 'same'
}

/** Formats a number with its sign; zero has no sign. */
function showSigned(value: number, digits?: number): string {
  const text = formatNumber(value, digits)
  return value > 0 && text !== '0' ? `+${text}` : text
}

function getDirection(difference: number): Change['direction'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}

/** Formats an absolute change with its sign, such as +3. */
export function formatAbsoluteChange(now: number, before: number): Change {
  return { text: showSigned(now - before), direction: getDirection(now - before) }
}

/** Formats a relative change, such as +12.5%. If the earlier value is 0, formats the absolute change. */
export function formatRelativeChange(now: number, before: number): Change {
  if (before === 0) return formatAbsoluteChange(now, before)
  return { text: `${showSigned((100 * (now - before)) / before, 1)}%`, direction: getDirection(now - before) }
}
