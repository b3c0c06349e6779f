import * as z from 'zod/mini'

/**
 * Query parameters that start an OAuth flow with Google. Without `purpose` the flow is a sign-in. `confirm`: a
 * signed-in user re-authenticates. `connect`: a user who has re-authenticated adds Google as a sign-in method. Invalid
 * values are ignored.
 */
export const googleQuery = z.object({
  purpose: z.catch(z.optional(z.enum(['confirm', 'connect'])), undefined),
  redirect: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
})

/** Query parameters with which Google redirects the browser back. Invalid values are ignored. */
export const callbackQuery = z.object({
  state: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
  error: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
})

/**
 * Google account with which the caller has just signed in at Google, but which is not linked to the caller's account
 * yet.
 */
export const pendingLink = z.object({ email: z.string() })
