import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'

/** Accepts any text, because an invalid key gets a page that says so instead of a validation error. */
const params = z.object({ key: z.string() })

/** The page of one activity for visitors with its URL, with the metadata that messengers show. */
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
