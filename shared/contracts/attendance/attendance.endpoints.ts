import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './attendance.contracts.ts'

export const listAttendance = defineEndpoint<typeof contracts.listAttendance>('GET', '/api/attendance')
export const readCertificate = defineEndpoint<typeof contracts.readCertificate>(
  'GET',
  '/api/attendance/:id/certificate',
)
