import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { outboxMail, outboxQuery } from './outbox.ts'

export const listOutbox = endpoint('GET', '/api/outbox', {
  access: 'outbox.read',
  query: outboxQuery,
  answer: z.array(outboxMail),
})
