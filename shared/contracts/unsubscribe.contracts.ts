import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'

/**
 * No more announcements by mail, for whom the mail went to. Posted by mail programs (RFC 8058, a form), and by the page
 * that the mail links to. Anything in its body is passed over: the address says it all.
 */
export const unsubscribe = contract({
  access: 'public',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: 'nothing',
})
