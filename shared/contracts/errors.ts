import * as z from 'zod/mini'

/** What every failed call answers with. */
const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  /** Names this call in the log; for whoever asks for help. */
  requestId: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof errorBody>
