import * as z from 'zod/mini'
import { instant } from './answers.ts'
import { exportFormat } from './query.ts'

/** A kind of record that speaks of people. */
const keptData = z.object({
  table: z.string(),
  title: z.string(),
  fields: z.array(z.string()),
  purpose: z.string(),
  /** How long, and what becomes of it when the person has themselves erased. */
  kept: z.string(),
  erased: z.string(),
})
export type KeptData = z.infer<typeof keptData>

export const dataRegister = z.object({
  data: z.array(keptData),
  limits: z.array(z.object({ what: z.string(), kept: z.string(), why: z.string() })),
  terms: z.object({
    version: z.int(),
    /** People who are here: of these, who accepted the version in force, and who agreed in so many words. */
    people: z.int(),
    accepted: z.int(),
    consented: z.int(),
  }),
  /** The newest first; null: this installation makes none by itself. */
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
