import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { keyLink, linkAnswerBody, linkBody, linkParams } from './key-links.ts'

/** By the new device. */
export const openLink = endpoint('POST', '/api/keys/me/links', {
  access: 'account.manage',
  body: linkBody,
  answer: keyLink,
})

export const readLink = endpoint('GET', '/api/keys/me/links/:id', {
  access: 'account.manage',
  params: linkParams,
  answer: keyLink,
})

/** By the old one, once. */
export const answerLink = endpoint('PUT', '/api/keys/me/links/:id', {
  access: 'account.manage',
  params: linkParams,
  body: linkAnswerBody,
  bodyLimit: 520 * 1024,
  answer: 'nothing',
})

export const closeLink = endpoint('DELETE', '/api/keys/me/links/:id', {
  access: 'account.manage',
  params: linkParams,
  body: noBody,
  answer: 'nothing',
})
