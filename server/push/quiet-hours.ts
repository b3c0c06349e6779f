import type { QuietHours } from '#shared/contracts/account/push.schemas.ts'

/** Returns true when `now` lies within the quiet hours in the user's time zone. The hours may pass midnight. */
export function isWithinQuietHours({ from, to, zone }: QuietHours, now: Date): boolean {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now)
  return from <= to ? from <= clock && clock < to : clock >= from || clock < to
}
