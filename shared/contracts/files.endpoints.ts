import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './files.contracts.ts'

export const storeFile = endpoint<typeof contracts.storeFile>('POST', '/api/files')
export const openFile = endpoint<typeof contracts.openFile>('GET', '/api/files/:id')
