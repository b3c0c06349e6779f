import * as z from 'zod/mini'

/**
 * `confirm`: somebody who is signed in proves once more who they are. `connect`: they have, and want to come in by Google
 * from now on. Nonsense counts as not given.
 */
export const googleQuery = z.object({
  purpose: z.catch(z.optional(z.enum(['confirm', 'connect'])), undefined),
  redirect: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
})

/** What the provider sends back with; anything may stand there. */
export const callbackQuery = z.object({
  state: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
  error: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
})

/** The Google account that waits to be linked to one's own. */
export const pendingLink = z.object({ email: z.string() })
