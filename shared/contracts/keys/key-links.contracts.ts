import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import { keyLink, linkAnswerBody, linkBody, linkParams, linkReply, linkReveal } from './key-links.schemas.ts'

/** Creates a device link request: a new device asks for the encryption keys from the user's other devices. */
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

/**
 * Stores the old device's part of the comparison code of a device link. The server accepts only the first reply to a
 * link.
 */
export const replyToKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  body: linkReply,
  answer: 'nothing',
})

/**
 * Reveals the random nonce of the new device in a device link. The server accepts it only after the old device's reply.
 */
export const revealKeyLink = defineContract({
  access: 'account.manage',
  params: linkParams,
  body: linkReveal,
  answer: 'nothing',
})

/**
 * Sends the user's encryption keys, encrypted for the new device. Called once, by the old device that approves the
 * link.
 */
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
