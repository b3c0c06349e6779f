import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { dataAnswer, dataDownload, downloadId } from './my-data.ts'
import { proofBody } from './password.ts'

// Data export and account erasure are open to accounts of every status, because all of them have data.

export const findDownload = contract({ access: 'signed-in', answer: dataAnswer })

export const requestDownload = contract({
  access: 'signed-in',
  beforeTerms: true,
  body: noBody,
  answer: dataDownload,
  status: 202,
})

export const openDownload = contract({
  access: 'signed-in',
  params: z.object({ id: downloadId }),
  answer: 'stream',
})

export const eraseAccount = contract({
  access: 'signed-in',
  beforeTerms: true,
  proof: true,
  body: proofBody,
  answer: 'nothing',
})
