import * as z from 'zod/mini'

/** Body of the error response of every failed API call. */
const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  /** Id of the failed request in the server log. Users can quote the id to support. */
  requestId: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof errorBody>
