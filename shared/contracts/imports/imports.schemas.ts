import * as z from 'zod/mini'
import { importKinds } from '#shared/constants.ts'
import { importedKeys } from '#shared/contracts/users/person-fields.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam, page, pageSize } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { singleLineText as lineOfText } from '#shared/fields/text.ts'

export type ImportField = (typeof importedKeys)[number]
/** Person fields that a column of an import file can be mapped to. Fields that most files begin with come first. */
export const importFields: ImportField[] = [
  ...new Set<ImportField>(['fullName', 'email', 'icNumber', 'phone', ...importedKeys]),
]

/** Fields by which an import line finds an existing user. An import does not replace them. */
const matchedFields = ['email', 'icNumber', 'membershipNumber'] as const satisfies ImportField[]
type MatchedField = (typeof matchedFields)[number]
/** Fields of an existing user that an import line replaces. */
export const replacedFields = importedKeys.filter(
  (key): key is Exclude<ImportField, MatchedField> => !matchedFields.some(matched => matched === key),
)

export const importStatuses = [
  /** Import status: a job is classifying the rows of the file. */
  'checking',
  /** Import status: the preview is complete and nothing has been written yet. */
  'ready',
  /** Import status: the import waits for confirmation by an approver. */
  'proposed',
  'applying',
  /** Import status: stopped, because the approver lost the permission while rows were written. */
  'stopped',
  'done',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Decision about an import row: create a user, update the matched user, or skip the row. */
export const importChoices = ['create', 'update', 'skip'] as const
export type ImportChoice = (typeof importChoices)[number]

export const importOutcomes = ['created', 'changed', 'failed', 'removed', 'restored', 'left'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Reasons for the classification of an import row. */
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
  'no_country',
  'taken_meanwhile',
  'changed_meanwhile',
  'touched',
] as const

const importReason = z.object({
  code: z.enum(importReasonCodes),
  /** Person field that the reason for the classification refers to. */
  key: z.optional(z.enum(importFields)),
  /** Number that the text of the reason mentions: the number of another row, a digit count or an age limit. */
  number: z.optional(z.int()),
})
export type ImportReason = z.infer<typeof importReason>

/** Limits of an import file: number of rows, columns and bytes. */
export const importLimits = { rows: 50_000, columns: 60, bytes: 20_000_000 }

const columns = z.array(z.nullable(z.enum(importFields)))

const counts = z.record(z.enum(importKinds), z.int())

/** Member import in the list of imports. */
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

export const importDetail = z.extend(importSummary, {
  headers: z.array(z.string()),
  columns,
  /** Number of rows that the running import job has processed. */
  done: z.int(),
  counts,
  /** Number of import rows that a confirmation would write. */
  toWrite: z.int(),
  isDecision: z.boolean(),
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(instant),
  outcomes: z.record(z.enum(importOutcomes), z.int()),
  /** Number of users created by the import who have not accepted the terms yet. */
  waiting: z.int(),
  /** Whether invitations to the imported users are being sent. */
  isInviting: z.boolean(),
  invited: z.int(),
})
export type ImportDetail = z.input<typeof importDetail>

const change = z.object({
  key: z.enum(importFields),
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
  /** Existing user that the import row matches or may match, if within the caller's scope. */
  person: z.nullable(z.object({ id, fullName: z.string(), membershipNumber: z.nullable(z.string()) })),
  choice: z.nullable(z.enum(importChoices)),
  outcome: z.nullable(z.enum(importOutcomes)),
})
export type ImportRow = z.input<typeof importRow>

export const importParams = z.object({ id: idParam })
export const importLineParams = z.object({ id: idParam, line: idParam })
export const importsQuery = z.strictObject({ page, pageSize })

export const uploadImportQuery = z.strictObject({
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
})
export type UploadImportQuery = z.output<typeof uploadImportQuery>

export const importRowsQuery = z.strictObject({
  /** Limits the list to import rows that need a decision. */
  attention: z.optional(z.literal('yes')),
  kind: z.optional(z.enum(importKinds)),
  search: z.optional(lineOfText(200)),
  page,
  pageSize,
})
export type ImportRowsQuery = z.output<typeof importRowsQuery>

export const importColumnsBody = z.strictObject({ columns: columns.check(z.maxLength(importLimits.columns)) })
export const importChoiceBody = z.strictObject({ choice: z.nullable(z.enum(importChoices)) })
export const confirmImportBody = z.strictObject({
  isDecision: z.boolean(),
  /** Number of import rows shown to the approver. The confirmation fails if the number has changed since. */
  toWrite: z.int().check(z.minimum(1)),
})
export type ConfirmImportBody = z.infer<typeof confirmImportBody>
