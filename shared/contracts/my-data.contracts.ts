import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { dataAnswer, dataDownload, downloadId } from './my-data.ts'
import { proofBody } from './password.ts'

// Whatever the account's status: also who waits, was turned down or is inactive has data here.

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
