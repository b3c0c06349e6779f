import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './attendance.contracts.ts'

export const listAttendance = endpoint<typeof contracts.listAttendance>('GET', '/api/attendance')
export const readCertificate = endpoint<typeof contracts.readCertificate>(
  'GET',
  '/api/attendance/:id/certificate',
)
