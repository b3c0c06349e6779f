import { wallTime } from '#shared/zones.ts'

interface Times {
  startDate: Date | null
  endDate: Date | null
  timeZone: string
}

/** What the clocks of the place show at its ends: what people agreed on, whatever the rules become. */
export function wallsOf({ startDate, endDate, timeZone }: Times) {
  return {
    timeZone,
    startWall: startDate && wallTime(startDate, timeZone),
    endWall: endDate && wallTime(endDate, timeZone),
  }
}
