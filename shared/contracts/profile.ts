import * as z from 'zod/mini'
import { fileId } from './files.ts'

/** What a person changes about themselves; what is left out stays. */
export const profileBody = z.strictObject({
  profileImageId: z.optional(z.nullable(fileId)),
})
export type ProfileBody = z.infer<typeof profileBody>
