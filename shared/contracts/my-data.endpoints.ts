import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { dataAnswer, dataDownload, downloadId } from './my-data.ts'
import { proofBody } from './password.ts'

// Whatever the account's status: also who waits, was turned down or is inactive has data here.

export const findDownload = endpoint('GET', '/api/account/data', { access: 'signed-in', answer: dataAnswer })

export const requestDownload = endpoint('POST', '/api/account/data', {
  access: 'signed-in',
  beforeTerms: true,
  body: noBody,
  answer: dataDownload,
  status: 202,
})

export const openDownload = endpoint('GET', '/api/account/data/:id', {
  access: 'signed-in',
  params: z.object({ id: downloadId }),
  answer: 'stream',
})

export const eraseAccount = endpoint('POST', '/api/account/erase', {
  access: 'signed-in',
  beforeTerms: true,
  proof: true,
  body: proofBody,
  answer: 'nothing',
})
