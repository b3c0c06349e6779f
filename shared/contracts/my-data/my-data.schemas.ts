import * as z from 'zod/mini'
import { instant } from '#shared/fields/responses.ts'

export const downloadId = z.uuid()

/** Export of the caller's personal data. The export is in progress, or ready for download until it expires. */
export const dataDownload = z.object({
  id: downloadId,
  status: z.enum(['waiting', 'done']),
  /** Progress of the data export in percent. */
  progress: z.int(),
  size: z.nullable(z.int()),
  createdAt: instant,
  expiresAt: z.nullable(instant),
})
/** Data export as JSON: timestamps are ISO strings. */
export type DataDownload = z.input<typeof dataDownload>

/** Current data export of the caller; null when none was requested or it has expired. */
export const dataDownloadResponse = z.object({ download: z.nullable(dataDownload) })
