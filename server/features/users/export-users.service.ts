import type { Readable } from 'node:stream'
import type { SignedIn } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { exportLines } from '#server/exports/export-table.ts'
import { exportedKeys, personFields } from '#shared/contracts/person-fields.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import type { UserFilters } from '#shared/contracts/users.ts'
import { countUpTo } from './users.queries.ts'
import { walkLines } from './walk-users.service.ts'

/** A spreadsheet program gives up long before a million rows. */
const mostSheetRows = 50_000

const titles = exportedKeys.map(key => personFields[key].exportedAs)

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
  return exportLines('Ahli', format, titles, walkLines(context, filters))
}
