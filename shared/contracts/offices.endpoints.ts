import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './offices.contracts.ts'

export const listOffices = endpoint<typeof contracts.listOffices>('GET', '/api/offices')
export const listVacancies = endpoint<typeof contracts.listVacancies>('GET', '/api/offices/vacant')
export const readOwnOffice = endpoint<typeof contracts.readOwnOffice>('GET', '/api/offices/mine')
export const setTerm = endpoint<typeof contracts.setTerm>('PUT', '/api/offices/:id/term')
export const offerHandover = endpoint<typeof contracts.offerHandover>('POST', '/api/offices/handover')
export const acceptHandover = endpoint<typeof contracts.acceptHandover>(
  'POST',
  '/api/offices/handovers/:id/accept',
)
export const endHandover = endpoint<typeof contracts.endHandover>('POST', '/api/offices/handovers/:id/end')
