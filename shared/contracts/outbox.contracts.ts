import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { bounceBody, outboxMail, outboxQuery } from './outbox.ts'

export const listOutbox = contract({
  access: 'outbox.read',
  query: outboxQuery,
  answer: z.array(outboxMail),
})

/** By the operator's mail service, of what came back later; signed with a secret that both know. */
export const noteBounce = contract({
  access: 'public',
  body: bounceBody,
  answer: 'nothing',
})
