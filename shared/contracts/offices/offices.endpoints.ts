import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './offices.contracts.ts'

export const listOffices = defineEndpoint<typeof contracts.listOffices>('GET', '/api/offices')
export const listVacancies = defineEndpoint<typeof contracts.listVacancies>('GET', '/api/offices/vacant')
export const readOwnOffice = defineEndpoint<typeof contracts.readOwnOffice>('GET', '/api/offices/mine')
export const setOfficeTerm = defineEndpoint<typeof contracts.setOfficeTerm>('PUT', '/api/offices/:id/term')
export const appointUserToOffice = defineEndpoint<typeof contracts.appointUserToOffice>(
  'POST',
  '/api/offices/appointments',
)
export const endOfficeAppointment = defineEndpoint<typeof contracts.endOfficeAppointment>(
  'POST',
  '/api/offices/appointments/:id/end',
)
export const offerHandover = defineEndpoint<typeof contracts.offerHandover>('POST', '/api/offices/handover')
export const acceptHandover = defineEndpoint<typeof contracts.acceptHandover>(
  'POST',
  '/api/offices/handovers/:id/accept',
)
export const endHandover = defineEndpoint<typeof contracts.endHandover>(
  'POST',
  '/api/offices/handovers/:id/end',
)
