import type { Readable } from 'node:stream'
import { gt } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { readRowsInChunks } from '#server/db/sql/paging.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type ExportColumns, exportRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { exportText } from '#texts/exports.ts'
import { safetyLabels } from '#texts/labels.ts'
import { buildSqlQueryForRollCallRecipients } from './roll-call-people.service.ts'
import { requireRollCallManagedByCaller } from './roll-calls.service.ts'

type Row = Awaited<ReturnType<typeof buildSqlQueryForRollCallRecipients>>[number]

/**
 * Columns of the export of a roll call (safety check).
 * Phone numbers are omitted, because each access to a phone number is recorded.
 */
function buildRollCallColumns(): ExportColumns<Row> {
  const titles = exportText.rollCall
  return [
    [titles.fullName, row => row.fullName],
    [titles.club, row => row.clubName],
    [titles.state, row => (row.state ? safetyLabels[row.state] : safetyLabels.silent)],
    [titles.note, row => row.note],
    [titles.place, row => row.place],
    [titles.answeredAt, row => row.answeredAt?.toISOString() ?? null],
  ]
}

/** Records the export of a roll call (safety check) in the audit log before the first row is sent. */
export async function exportRollCall(
  context: SignedInContext,
  id: number,
  format: ExportFormat,
): Promise<Readable> {
  await context.transaction(async tx => {
    const rollCall = await requireRollCallManagedByCaller(tx, id, { isLocked: false })
    await recordAuditEvent(tx, {
      kind: 'roll_call.exported',
      country: rollCall.country,
      details: { rollCallId: id, format },
    })
  })
  const chunks = readRowsInChunks<Row>(async (last, limit) => {
    const reauthorized = await context.reauthorize()
    await requireRollCallManagedByCaller(reauthorized, id, { isLocked: false })
    return buildSqlQueryForRollCallRecipients(
      reauthorized,
      id,
      last ? gt(users.id, last.userId) : undefined,
      limit,
    )
  })
  return exportRowsAsCsvOrXlsx(exportText.rollCall.sheet, format, buildRollCallColumns(), chunks)
}
