interface Change {
  text: string
  direction: 'up' | 'down' | 'same'
}

function directionOf(difference: number): Change['direction'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}

/** +3 */
export function showDifference(now: number, before: number): Change {
  const text = new Intl.NumberFormat('ms-MY', { signDisplay: 'exceptZero' }).format(now - before)
  return { text, direction: directionOf(now - before) }
}

/** +12.5%; against nothing there is no share, only the number. */
export function showGrowth(now: number, before: number): Change {
  if (before === 0) return showDifference(now, before)
  const format = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
  const text = new Intl.NumberFormat('ms-MY', format).format((now - before) / before)
  return { text, direction: directionOf(now - before) }
}
