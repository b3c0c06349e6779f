import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'

/** What is no key leads nowhere, and says so on a page. */
const params = z.object({ key: z.string() })

/** Of one activity, for everybody who has its address; made for people and for the cards that messengers draw. */
export const readPublicPage = contract({ access: 'public', params, answer: 'stream' })

/** The picture on the card. */
export const readPublicCover = contract({
  access: 'public',
  params,
  query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(64))) }),
  answer: 'stream',
})

/** To be put into a calendar by hand. */
export const downloadPublicActivity = contract({
  access: 'public',
  params,
  answer: 'stream',
})

/** From the page to the activity, through sign-in: only a signed-in caller is sent to an address with its id. */
export const joinPublicActivity = contract({
  access: 'public',
  params,
  answer: 'page',
})
