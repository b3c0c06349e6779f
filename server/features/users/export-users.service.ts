import type { Readable } from 'node:stream'
import type { SignedIn } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Columns, exportTable } from '#server/exports/export-table.ts'
import { dayOf } from '#shared/calendar.ts'
import { exportedKeys, type PersonKey, personFields } from '#shared/contracts/person-fields.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import type { UserFilters } from '#shared/contracts/users.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#shared/labels.ts'
import { type ExportedRow, readExported } from './rows.queries.ts'
import { countUpTo } from './users.queries.ts'
import { walkRows } from './walk-users.service.ts'

/** A spreadsheet program gives up long before a million rows. */
const mostSheetRows = 50_000

type Cell = Columns<ExportedRow>[number][1]

/** How a field is written where it is not as it stands in the row. */
const written: Partial<Record<PersonKey, Cell>> = {
  role: row => roleLabels[row.role],
  status: row => userStatusLabels[row.status],
  clubId: row => row.clubName,
  educationLevel: row => row.educationLevel && educationLevelLabels[row.educationLevel],
  createdAt: row => dayOf(row.createdAt),
  approvedAt: row => row.approvedAt && dayOf(row.approvedAt),
}

const columns = exportedKeys.map((key): Columns<ExportedRow>[number] => [
  personFields[key].exportedAs,
  written[key] ?? (row => row[key] as string | number | null),
])

/** That it was taken away is written down before the first row leaves. */
export async function exportUsers(
  context: SignedIn,
  { format, ...filters }: UserFilters & { format: ExportFormat },
  sheetRows = mostSheetRows,
): Promise<Readable> {
  const { db, actor } = context
  if (format === 'xlsx' && (await countUpTo(db, actor, filters, sheetRows + 1)) > sheetRows) {
    throw new AppError(413, 'too_many_rows')
  }
  const { search, institution, ids, ...codes } = filters
  await context.transaction(tx =>
    recordEvent(tx, {
      kind: 'users.exported',
      country: tx.actor.currentCountry,
      // What was typed may be a name, and the trail holds none.
      details: {
        format,
        ...codes,
        ...(ids && { chosen: ids.length }),
        ...((search || institution) && { isSearched: true }),
      },
    }),
  )
  const parts = walkRows(context, filters, ({ db: current }, slice) => readExported(current, slice))
  return exportTable('Ahli', format, columns, parts)
}
