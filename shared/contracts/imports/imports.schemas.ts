import * as z from 'zod/mini'
import { importKinds } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam, page, pageSize } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildSingleLineTextSchema as lineOfText } from '#shared/fields/text.ts'
import { importTarget } from './import-targets.ts'

export const importStatuses = [
  /** Import status: a background job is comparing the rows of the file with the existing members. */
  'checking',
  /** Import status: the preview is complete. The import has not changed any member yet. */
  'ready',
  /** Import status: an approver has to confirm the import. */
  'proposed',
  'applying',
  /** Import status: stopped while rows were being written, because the approver lost the permission. */
  'stopped',
  'done',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Decision about an import row: create a user, update the existing user, or skip the row. */
export const importChoices = ['create', 'update', 'skip'] as const
export type ImportChoice = (typeof importChoices)[number]

export const importOutcomes = ['created', 'changed', 'failed', 'removed', 'restored', 'left'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Reasons why an import row is an error, a duplicate, or in need of a decision. */
const importReasonCodes = [
  'bad_field',
  'ic_digits',
  'too_young',
  'name_missing',
  'email_missing',
  'years_order',
  'unknown_country',
  'country_closed',
  'unknown_club',
  'outside_scope',
  'out_of_reach',
  'not_yours',
  'same_line',
  'two_people',
  'number_of_other',
  'number_not_kept',
  'email_kept',
  'ic_kept',
  'same_phone',
  'similar_name',
  'same_name',
  'same_email',
  'same_number',
  'same_ic',
  'no_country',
  'ic_zero_restored',
  'taken_meanwhile',
  'changed_meanwhile',
  'field_changed_meanwhile',
  'touched',
] as const

const importReason = z.object({
  code: z.enum(importReasonCodes),
  /** Field of the import row that the problem is about. */
  key: z.optional(importTarget),
  /** Number in the text of an import problem: the number of another row, a digit count, or an age limit. */
  number: z.optional(z.int()),
  /** True when the import only skips the value of an optional field. Otherwise the import rejects the whole row. */
  level: z.optional(z.literal('warning')),
})
export type ImportReason = z.infer<typeof importReason>

/** Limits of an import file: number of rows, columns and bytes. */
export const importLimits = { rows: 50_000, columns: 60, bytes: 20_000_000 }

const columns = z.array(z.nullable(importTarget))

const counts = z.record(z.enum(importKinds), z.int())

/** Problem or warning of a member import. A row with several of them is counted for the first one only. */
const importProblem = z.extend(importReason, { count: z.int() })
export type ImportProblem = z.infer<typeof importProblem>

/** Member import with the fields that the list of imports shows. */
export const importSummary = z.object({
  id,
  name: z.string(),
  sheet: z.nullable(z.string()),
  status: z.enum(importStatuses),
  country: z.nullable(z.enum(countries)),
  clubName: z.nullable(z.string()),
  total: z.int(),
  createdBy: z.string(),
  createdAt: instant,
})
export type ImportSummary = z.input<typeof importSummary>

/** Custom field to which an import column can be assigned, with the labels of its choices. */
const importCustomField = z.object({ id, label: z.string(), choices: z.array(z.string()) })
export type ImportCustomField = z.infer<typeof importCustomField>

export const importDetail = z.extend(importSummary, {
  headers: z.array(z.string()),
  columns,
  /** Custom fields that an import can fill in: those of headquarters, and of the import's country and club. */
  fields: z.array(importCustomField),
  /** Number of the line with the column headers in the import file. */
  headerLine: z.int(),
  /** Whether the caller uploaded the import file and so may choose its header row and assign its columns. */
  isOwn: z.boolean(),
  /** Version of the import, which every change of header row, columns, cells or choices raises by one. */
  version: z.int(),
  /** Number of rows that the running import job has processed. */
  done: z.int(),
  counts,
  /** Number of import rows that need a decision, a correction, or a check by the user. */
  attention: z.int(),
  /**
   * Number of rows by their first problem or warning, most frequent first. Rows without a problem or warning are the
   * rest up to `total`.
   */
  problems: z.array(importProblem),
  /** Number of import rows that will be written to the database when the approver confirms. */
  toWrite: z.int(),
  isDecision: z.boolean(),
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(instant),
  outcomes: z.record(z.enum(importOutcomes), z.int()),
  /** Number of users created by the import who have not accepted the terms of use yet. */
  waiting: z.int(),
  /** Whether invitations to the imported users are being sent. */
  isInviting: z.boolean(),
  invited: z.int(),
})
export type ImportDetail = z.input<typeof importDetail>

const change = z.object({
  key: importTarget,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})

export const importRow = z.object({
  line: z.int(),
  fullName: z.nullable(z.string()),
  /** Masked identity card number in the import row. */
  icNumber: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: z.nullable(z.enum(importKinds)),
  reasons: z.array(importReason),
  changes: z.array(change),
  /** Existing user whom the import row matches or may match, if the caller may see that user. */
  person: z.nullable(z.object({ id, fullName: z.string(), membershipNumber: z.nullable(z.string()) })),
  choice: z.nullable(z.enum(importChoices)),
  outcome: z.nullable(z.enum(importOutcomes)),
  /** Whether a user corrected cells of the import row in the preview. */
  isCorrected: z.boolean(),
})
export type ImportRow = z.input<typeof importRow>

/** Cell of an import row whose column is assigned to a field. */
const importCell = z.object({
  /** Index of the column in the import file. */
  column: z.int(),
  key: importTarget,
  header: z.string(),
  /** Value of the cell after corrections. A valid identity card number is masked. */
  value: z.string(),
  /** Original value of the cell in the file; null unless a correction replaced the value. */
  original: z.nullable(z.string()),
  isMasked: z.boolean(),
  /** Number of other import rows with the same value in this column; 0 for values that identify a person. */
  alike: z.int(),
  reasons: z.array(importReason),
})
export type ImportCell = z.infer<typeof importCell>

export const importRowCells = z.object({ line: z.int(), version: z.int(), cells: z.array(importCell) })
export type ImportRowCells = z.infer<typeof importRowCells>

/** One of the first lines of the import file, from which the user chooses the header row. Long numbers are masked. */
export const importTopRow = z.object({ line: z.int(), cells: z.array(z.string()) })

export const importParams = z.object({ id: idParam })
export const importLineParams = z.object({ id: idParam, line: idParam })
export const importsQuery = z.strictObject({ page, pageSize })

export const uploadImportQuery = z.strictObject({
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
})
export type UploadImportQuery = z.output<typeof uploadImportQuery>

export const importRowsQuery = z.strictObject({
  /** Whether the list contains only import rows that need a decision. */
  attention: z.optional(z.literal('yes')),
  kind: z.optional(z.enum(importKinds)),
  /**
   * Limits the list to rows whose first problem or warning has this value (`code` or `code:field`), or to rows without
   * any.
   */
  problem: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}(:(field:)?[a-zA-Z0-9_]{1,40})?$/))),
  search: z.optional(lineOfText(200)),
  page,
  pageSize,
})
export type ImportRowsQuery = z.output<typeof importRowsQuery>

/** Filter value that selects the import rows that have no problem and no warning. */
export const noProblem = 'none'

/** Returns the value of the filter `problem` that selects the import rows with the given problem or warning. */
export const getProblemId = ({ code, key }: Pick<ImportReason, 'code' | 'key'>) =>
  key ? `${code}:${key}` : code

const version = z.int().check(z.minimum(1))
export const importColumnsBody = z.strictObject({ columns: columns.check(z.maxLength(importLimits.columns)) })
export const importHeaderBody = z.strictObject({
  line: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  version,
})
export const importCorrectionsBody = z.strictObject({
  /** Version of the import that the user saw. The correction fails if the import has changed since. */
  version,
  cells: z
    .array(
      z.strictObject({
        column: z.int().check(z.minimum(0)),
        /** New value of the import cell. Sending the file's value removes the earlier correction. */
        value: z.string().check(z.maxLength(500)),
        /** Whether the correction applies to all import rows that have the same value in this column. */
        isForAlike: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(importLimits.columns)),
})
export type ImportCorrectionsBody = z.infer<typeof importCorrectionsBody>
export const importChoiceBody = z.strictObject({ choice: z.nullable(z.enum(importChoices)) })
export const confirmImportBody = z.strictObject({
  isDecision: z.boolean(),
  /** Number of import rows that the approver saw. The confirmation fails if the number has changed since. */
  toWrite: z.int().check(z.minimum(1)),
  /** Version of the import that the approver saw. The confirmation fails if the import has changed since. */
  version,
})
export type ConfirmImportBody = z.infer<typeof confirmImportBody>
