import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { bounceBody, outboxMail, outboxQuery } from './outbox.schemas.ts'

export const listOutbox = defineContract({
  access: 'outbox.read',
  query: outboxQuery,
  answer: z.array(outboxMail),
})

/** Called by the operator's mail service for bounces, signed with a shared secret. */
export const recordBounce = defineContract({
  access: 'public',
  body: bounceBody,
  answer: 'nothing',
})
