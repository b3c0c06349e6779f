import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'

/**
 * Turns off announcement mails for the recipient of the mail that contained the token.
 * Mail programs post here (one-click unsubscribe, RFC 8058), and so does the page that the mail links to.
 * The request body is ignored, because the token in the URL identifies the recipient.
 */
export const unsubscribe = defineContract({
  access: 'public',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: 'nothing',
})
