// What the browser's own field for a day and an hour holds: the clock of this device, "2026-11-21T18:30".

export function localOf(moment: string | null): string {
  if (!moment) return ''
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Undefined: nothing, or half of one. */
export function momentOfLocal(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
