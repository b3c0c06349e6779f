import type { Readable } from 'node:stream'
import type { SignedInContext } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { exportPreformattedRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { listCustomFieldColumns } from '#server/features/custom-fields/custom-field-columns.queries.ts'
import { exportedKeys } from '#shared/contracts/users/person-fields.ts'
import type { UserFilters } from '#shared/contracts/users/users.schemas.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { exportColumns } from '#texts/export-columns.ts'
import { exportText } from '#texts/exports.ts'
import { addSegmentConditionToUserFilters } from './add-segment-condition-to-user-filters.service.ts'
import { streamExportLines } from './stream-users.service.ts'
import { countExportedUsersUpToLimit } from './users.queries.ts'

/** Maximum number of rows in an XLSX export, because spreadsheet programs become unusable with larger files. */
const maxSheetRows = 50_000

/**
 * Filters whose values the audit log records.
 * The values are codes, ids or dates, so they contain no names.
 */
const recordedFilters = [
  'country',
  'clubId',
  'role',
  'status',
  'educationLevel',
  'tagId',
  'segmentId',
  'from',
  'to',
  'sort',
] as const satisfies (keyof UserFilters)[]

const pickRecordedFilters = (filters: UserFilters) =>
  Object.fromEntries(
    recordedFilters.flatMap(name => {
      const value = filters[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Exports users as CSV or XLSX. The audit event is committed before the first row is sent. */
export async function exportUsers(
  context: SignedInContext,
  { format, ...requested }: UserFilters & { format: ExportFormat },
  sheetRows = maxSheetRows,
): Promise<Readable> {
  const { db, actor } = context
  const filters = await addSegmentConditionToUserFilters(context, requested)
  if (
    format === 'xlsx' &&
    (await countExportedUsersUpToLimit(db, actor, filters, sheetRows + 1)) > sheetRows
  ) {
    throw new AppError(413, 'too_many_rows')
  }
  const { search, institution, ids, where } = requested
  const { country, clubId } = filters
  const fields = await listCustomFieldColumns(context, { country, clubId })
  await context.transaction(tx =>
    recordAuditEvent(tx, {
      kind: 'users.exported',
      country: tx.actor.currentCountry,
      // Texts that the user typed as filters may be names, which the audit log must not contain, so they are omitted.
      details: {
        format,
        ...pickRecordedFilters(requested),
        ...(ids && { chosen: ids.length }),
        ...(where && { fieldConditions: where.length }),
        ...(fields.length > 0 && { fields: fields.map(({ id }) => id).join(' ') }),
        ...((search || institution) && { isSearched: true }),
      },
    }),
  )
  const titles = [...exportedKeys.map(key => exportColumns[key]), ...fields.map(({ label }) => label)]
  return exportPreformattedRowsAsCsvOrXlsx(
    exportText.users.sheet,
    format,
    titles,
    streamExportLines(context, filters, fields),
  )
}
