import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import { keyLink, linkAnswerBody, linkBody, linkParams, linkReply, linkReveal } from './key-links.schemas.ts'

/** Opens a device link request for the user's encryption keys. Called by the new device. */
export const openKeyLink = defineContract({
  access: 'account.manage',
  body: linkBody,
  answer: keyLink,
})

export const readKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  answer: keyLink,
})

/** Sends the old device's contribution to the short code. The first reply of a link stands. */
export const replyToKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  body: linkReply,
  answer: 'nothing',
})

/** Reveals the nonce of the new device. Accepted after a reply only. */
export const revealKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  body: linkReveal,
  answer: 'nothing',
})

/** Sends the encrypted keys of the user to the new device. Called once by the device that approves the link. */
export const answerKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  body: linkAnswerBody,
  bodyLimit: 520 * 1024,
  answer: 'nothing',
})

export const closeKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  body: noBody,
  answer: 'nothing',
})
