import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { fileId, fileQuery, storedFile, uploadQuery } from './files.ts'

export const storeFile = endpoint('POST', '/api/files', {
  access: 'files.use',
  isUpload: true,
  query: uploadQuery,
  answer: storedFile,
  status: 201,
})

export const openFile = endpoint('GET', '/api/files/:id', {
  access: 'files.use',
  params: z.object({ id: fileId }),
  query: fileQuery,
  answer: 'stream',
})
