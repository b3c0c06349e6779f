import * as z from 'zod/mini'
import { countries, importKinds } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { idParam, page, pageSize } from './query.ts'
import { line as lineOfText } from './text.ts'

/** What a column can be taken for: fields of a person, by the names they have everywhere. */
export const importKeys = [
  'fullName',
  'email',
  'icNumber',
  'phone',
  'membershipNumber',
  'birthState',
  'currentCountry',
  'clubId',
  'institution',
  'course',
  'educationLevel',
  'startYear',
  'endYear',
] as const
export type ImportKey = (typeof importKeys)[number]

export const importStatuses = [
  /** What each line would mean is being found out. */
  'checking',
  /** Nothing is written; somebody looks at it. */
  'ready',
  /** It waits for an approver. */
  'proposed',
  'applying',
  /** Whoever confirmed it lost the right to, half-way. */
  'stopped',
  'done',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What is to become of a line: somebody new; a change of whom it is, or may be, about; nothing. */
export const importChoices = ['create', 'update', 'skip'] as const
export type ImportChoice = (typeof importChoices)[number]

export const importOutcomes = ['created', 'changed', 'failed', 'removed', 'restored', 'left'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Why a line is what it is. */
const importReasonCodes = [
  'bad_field',
  'ic_digits',
  'too_young',
  'name_missing',
  'email_missing',
  'years_order',
  'unknown_country',
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
export type ImportReasonCode = (typeof importReasonCodes)[number]

const importReason = z.object({
  code: z.enum(importReasonCodes),
  /** The field that it is about. */
  key: z.optional(z.enum(importKeys)),
  /** The other line, or how many there were. */
  number: z.optional(z.int()),
})
export type ImportReason = z.infer<typeof importReason>

/** The most that one file may hold. */
export const importLimits = { rows: 50_000, columns: 60, bytes: 20_000_000 }

const columns = z.array(z.nullable(z.enum(importKeys)))

const counts = z.record(z.enum(importKinds), z.int())

/** A line of the list of imports. */
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
  /** How many lines what goes on now has behind it. */
  done: z.int(),
  counts,
  /** How many lines a confirmation would write. */
  toWrite: z.int(),
  isDecision: z.boolean(),
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(instant),
  outcomes: z.record(z.enum(importOutcomes), z.int()),
  /** Of those it made: how many have not agreed yet, and whether invitations are on their way. */
  waiting: z.int(),
  isInviting: z.boolean(),
  invited: z.int(),
})
export type ImportDetail = z.input<typeof importDetail>

const change = z.object({
  key: z.enum(importKeys),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})

export const importRow = z.object({
  line: z.int(),
  fullName: z.nullable(z.string()),
  /** Masked. */
  icNumber: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: z.nullable(z.enum(importKinds)),
  reasons: z.array(importReason),
  changes: z.array(change),
  /** Whom it is or may be about, as far as one reaches them. */
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
  /** Those that somebody has to look at. */
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
  /** How many lines whoever confirms was shown: what has changed since is looked at again. */
  toWrite: z.int().check(z.minimum(1)),
})
export type ConfirmImportBody = z.infer<typeof confirmImportBody>
