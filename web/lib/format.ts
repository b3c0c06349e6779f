/** The moment in full, in the viewer's own zone: 15 Nov 2026, 10:32 PG. */
export function showMoment(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )
}

/** 15 Nov 2026, in the viewer's own zone. */
export function showDay(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { dateStyle: 'medium' }).format(new Date(moment))
}

/** 1,080, as it is written in Malay. */
export function showNumber(value: number): string {
  return new Intl.NumberFormat('ms-MY').format(value)
}

/** The first moment of a day in the viewer's zone; one day on for the end of a range, which is not included. */
export function momentOfDay(day: string | undefined, daysOn = 0): string | undefined {
  if (!day) return undefined
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysOn)
  return date.toISOString()
}
