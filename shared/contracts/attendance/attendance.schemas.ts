import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

/** Activity that the caller attended. */
export const attendance = z.object({
  activityId: id,
  title: z.string(),
  startDate: z.nullable(instant),
  timeZone: z.string(),
  clubName: z.nullable(z.string()),
  attendedAt: z.nullable(instant),
})
export type Attendance = z.input<typeof attendance>

export const certificateParams = z.object({ id: idParam })
/** Text printed on an attendance certificate, and the verification URL in its QR code. */
export const certificate = z.object({
  fullName: z.string(),
  membershipNumber: z.nullable(z.string()),
  title: z.string(),
  clubName: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** Date of the activity in the time zone of the venue, formatted in Malay. */
  day: z.string(),
  issuedAt: instant,
  address: z.string(),
})
export type Certificate = z.input<typeof certificate>
