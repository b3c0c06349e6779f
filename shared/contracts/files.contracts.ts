import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { fileId, fileQuery, storedFile, uploadQuery } from './files.ts'

export const storeFile = contract({
  access: 'files.use',
  isUpload: true,
  query: uploadQuery,
  answer: storedFile,
  status: 201,
})

export const openFile = contract({
  access: 'files.use',
  params: z.object({ id: fileId }),
  query: fileQuery,
  answer: 'stream',
})
