import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './cards.contracts.ts'

export const readCard = defineEndpoint<typeof contracts.readCard>('GET', '/api/card')
export const printCards = defineEndpoint<typeof contracts.printCards>('POST', '/api/clubs/:id/cards')
export const listPublicKeys = defineEndpoint<typeof contracts.listPublicKeys>('GET', '/api/verify/keys')
export const checkToken = defineEndpoint<typeof contracts.checkToken>('POST', '/api/verify')
