import * as z from 'zod/mini'
import { instant } from './answers.ts'

export const downloadId = z.uuid()

/** A copy of one's own data: being made, or there to be fetched until it expires. */
export const dataDownload = z.object({
  id: downloadId,
  status: z.enum(['waiting', 'done']),
  /** Percent. */
  progress: z.int(),
  size: z.nullable(z.int()),
  createdAt: instant,
  expiresAt: z.nullable(instant),
})
/** As it travels: moments are text. */
export type DataDownload = z.input<typeof dataDownload>

/** Null: none was asked for, or it has expired. */
export const dataAnswer = z.object({ download: z.nullable(dataDownload) })
