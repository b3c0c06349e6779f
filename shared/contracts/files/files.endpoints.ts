import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './files.contracts.ts'

export const storeFile = defineEndpoint<typeof contracts.storeFile>('POST', '/api/files')
export const downloadFile = defineEndpoint<typeof contracts.downloadFile>('GET', '/api/files/:id')
