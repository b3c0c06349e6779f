import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { bounceBody, outboxMail, outboxQuery } from './outbox.schemas.ts'

export const listOutbox = defineContract({
  access: 'outbox.read',
  query: outboxQuery,
  answer: z.array(outboxMail),
})

/** Endpoint to which the operator's mail service reports a bounced email, signed with a shared secret. */
export const recordBounce = defineContract({
  access: 'public',
  body: bounceBody,
  answer: 'nothing',
})
