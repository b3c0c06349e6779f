import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { bounceBody, outboxMail, outboxQuery } from './outbox.schemas.ts'

export const listOutbox = defineContract({
  access: 'outbox.read',
  query: outboxQuery,
  answer: z.array(outboxMail),
})

/** Records a bounced email. The operator's mail service calls it and signs the request with a shared secret. */
export const recordBounce = defineContract({
  access: 'public',
  body: bounceBody,
  answer: 'nothing',
})
