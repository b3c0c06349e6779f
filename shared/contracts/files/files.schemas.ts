import * as z from 'zod/mini'
import { fileKinds } from '#shared/file-kinds.ts'

export const fileId = z.uuid()

export const uploadQuery = z.strictObject({ kind: z.enum(fileKinds) })

/** Query of a file download. `size=thumbnail` requests the small version of an image. */
export const fileQuery = z.strictObject({ size: z.optional(z.literal('thumbnail')) })

export const storedFile = z.object({
  id: fileId,
  kind: z.enum(fileKinds),
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  url: z.string(),
})
export type StoredFile = z.infer<typeof storedFile>

/** Attached image or document with the properties that lists show. */
export const attachment = z.omit(storedFile, { kind: true })
export type Attachment = z.infer<typeof attachment>
