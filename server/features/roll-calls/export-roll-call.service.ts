import type { Readable } from 'node:stream'
import { gt } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Columns, exportTable } from '#server/exports/export-table.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { safetyLabels } from '#shared/labels.ts'
import { requireManaged, selectAsked } from './roll-calls.service.ts'

type Row = Awaited<ReturnType<typeof selectAsked>>[number]

/** Without phone numbers: those are looked at one by one. */
const columns: Columns<Row> = [
  ['Nama', row => row.fullName],
  ['Kelab', row => row.clubName],
  ['Keadaan', row => (row.state ? safetyLabels[row.state] : safetyLabels.silent)],
  ['Catatan', row => row.note],
  ['Tempat', row => row.place],
  ['Dijawab', row => row.answeredAt?.toISOString() ?? null],
]

/** That it was taken away is written down before the first row leaves. */
export async function exportRollCall(context: SignedIn, id: number, format: ExportFormat): Promise<Readable> {
  await context.transaction(async tx => {
    const one = await requireManaged(tx, id, { isHeld: false })
    await recordEvent(tx, {
      kind: 'roll_call.exported',
      country: one.country,
      details: { rollCallId: id, format },
    })
  })
  const parts = walk<Row>(async (last, limit) => {
    const judged = await context.judgedAgain()
    await requireManaged(judged, id, { isHeld: false })
    return selectAsked(judged, id, last ? gt(users.id, last.userId) : undefined, limit)
  })
  return exportTable('Semakan', format, columns, parts)
}
