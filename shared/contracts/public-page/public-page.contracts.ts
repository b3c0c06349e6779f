import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'

/** Accepts any text, because an invalid key gets a page that says so instead of a validation error. */
const params = z.object({ key: z.string() })

/** Public page of an activity for visitors, with the metadata that messengers show. */
export const readPublicPage = defineContract({ access: 'public', params, answer: 'stream' })

/** Cover image of the public page and of link previews in messengers. */
export const readPublicCover = defineContract({
  access: 'public',
  params,
  query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(64))) }),
  answer: 'stream',
})

/** Downloads a public activity as a calendar file. */
export const downloadPublicActivity = defineContract({
  access: 'public',
  params,
  answer: 'stream',
})

/** Redirects from the public page to the activity, via sign-in. Only signed-in callers get a URL with its id. */
export const joinPublicActivity = defineContract({
  access: 'public',
  params,
  answer: 'page',
})
