import * as z from 'zod/mini'
import { reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import { dataDownload, dataDownloadResponse, downloadId } from './my-data.schemas.ts'

// Users may export and erase their data in every account status, because every account has personal data.

export const findDataDownload = defineContract({ access: 'signed-in', answer: dataDownloadResponse })

export const requestDataDownload = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  body: noBody,
  answer: dataDownload,
  status: 202,
})

export const openDataDownload = defineContract({
  access: 'signed-in',
  params: z.object({ id: downloadId }),
  answer: 'stream',
})

export const eraseAccount = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  proof: true,
  body: reauthenticationBody,
  answer: 'nothing',
})
