import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './cards.contracts.ts'

export const readCard = endpoint<typeof contracts.readCard>('GET', '/api/card')
export const printCards = endpoint<typeof contracts.printCards>('POST', '/api/clubs/:id/cards')
export const listPublicKeys = endpoint<typeof contracts.listPublicKeys>('GET', '/api/verify/keys')
export const checkToken = endpoint<typeof contracts.checkToken>('POST', '/api/verify')
