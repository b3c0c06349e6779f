import * as z from 'zod/mini'
import { exportFormat } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

/** Kind of record that contains personal data, in the register of stored personal data. */
const keptData = z.object({
  table: z.string(),
  title: z.string(),
  fields: z.array(z.string()),
  purpose: z.string(),
  /** Sentence that states how long the records of the table are kept. */
  kept: z.string(),
  /** Sentence that states what happens to this kind of record when an account is erased. */
  erased: z.string(),
})
export type RegisteredDataKind = z.infer<typeof keptData>

export const dataRegister = z.object({
  data: z.array(keptData),
  limits: z.array(z.object({ what: z.string(), kept: z.string(), why: z.string() })),
  terms: z.object({
    version: z.int(),
    /**
     * Number of active accounts, of accounts that accepted the current terms, and of accounts with explicit consent.
     */
    people: z.int(),
    accepted: z.int(),
    consented: z.int(),
  }),
  /** Automatic database backups, newest first; null when this installation makes no backups. */
  backups: z.nullable(
    z.array(
      z.object({
        id: z.int(),
        startedAt: instant,
        size: z.nullable(z.int()),
        checkedAt: z.nullable(instant),
        failedAt: z.nullable(instant),
        reason: z.nullable(z.string()),
      }),
    ),
  ),
})
export type DataRegister = z.input<typeof dataRegister>

export const registerExportQuery = z.strictObject({ format: exportFormat })
