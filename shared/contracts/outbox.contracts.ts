import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { bounceBody, outboxMail, outboxQuery } from './outbox.ts'

export const listOutbox = contract({
  access: 'outbox.read',
  query: outboxQuery,
  answer: z.array(outboxMail),
})

/** Called by the operator's mail service for bounces, signed with a shared secret. */
export const noteBounce = contract({
  access: 'public',
  body: bounceBody,
  answer: 'nothing',
})
