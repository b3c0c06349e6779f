import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { languages } from '#shared/language/languages.ts'

/** The schema accepts malformed page keys, because a wrong URL of a public page gets HTML, not JSON. */
const params = z.object({ key: z.string() })

/** Returns the public page of an activity for visitors, with the metadata that messengers show. */
export const readPublicPage = defineContract({
  access: 'public',
  params,
  /** Language in which to show the activity. When omitted or unknown, the visitor's own language applies. */
  query: z.object({ text: z.catch(z.optional(z.enum(languages)), undefined) }),
  answer: 'stream',
})

/** Returns the cover image of an activity's public page, which link previews in messengers also show. */
export const readPublicCover = defineContract({
  access: 'public',
  params,
  query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(64))) }),
  answer: 'stream',
})

/** Downloads an activity with a public page as a calendar file. */
export const downloadPublicActivity = defineContract({
  access: 'public',
  params,
  answer: 'stream',
})

/**
 * Redirects a visitor of an activity's public page to the sign-in and then to the activity. Only signed-in callers get
 * the activity's id.
 */
export const joinPublicActivity = defineContract({
  access: 'public',
  params,
  answer: 'page',
})
