import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { attendance, certificate, certificateParams } from './attendance.schemas.ts'

/** Lists the activities that the caller attended, newest first. */
export const listAttendance = defineContract({
  access: 'activities.join',
  answer: z.array(attendance),
})

/** Issues the caller's certificate for an activity that the caller attended. */
export const readCertificate = defineContract({
  access: 'activities.join',
  params: certificateParams,
  answer: certificate,
})
