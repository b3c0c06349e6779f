import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { attendance, certificate, certificateParams } from './attendance.ts'

/** One's own, the newest first. */
export const listAttendance = contract({
  access: 'activities.join',
  answer: z.array(attendance),
})

/** One's own, of an activity that one has been to. */
export const readCertificate = contract({
  access: 'activities.join',
  params: certificateParams,
  answer: certificate,
})
