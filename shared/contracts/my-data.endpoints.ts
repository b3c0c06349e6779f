import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './my-data.contracts.ts'

export const findDownload = endpoint<typeof contracts.findDownload>('GET', '/api/account/data')
export const requestDownload = endpoint<typeof contracts.requestDownload>('POST', '/api/account/data')
export const openDownload = endpoint<typeof contracts.openDownload>('GET', '/api/account/data/:id')
export const eraseAccount = endpoint<typeof contracts.eraseAccount>('POST', '/api/account/erase')
