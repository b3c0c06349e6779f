import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './my-data.contracts.ts'

export const findDataDownload = defineEndpoint<typeof contracts.findDataDownload>('GET', '/api/account/data')
export const requestDataDownload = defineEndpoint<typeof contracts.requestDataDownload>(
  'POST',
  '/api/account/data',
)
export const openDataDownload = defineEndpoint<typeof contracts.openDataDownload>(
  'GET',
  '/api/account/data/:id',
)
export const eraseAccount = defineEndpoint<typeof contracts.eraseAccount>('POST', '/api/account/erase')
