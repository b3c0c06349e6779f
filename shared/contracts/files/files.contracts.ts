import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { fileId, fileQuery, storedFile, uploadQuery } from './files.schemas.ts'

export const storeFile = defineContract({
  access: 'files.use',
  isUpload: true,
  query: uploadQuery,
  answer: storedFile,
  status: 201,
})

export const downloadFile = defineContract({
  access: 'files.use',
  params: z.object({ id: fileId }),
  query: fileQuery,
  answer: 'stream',
})
