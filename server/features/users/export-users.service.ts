import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Db } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import type { ExportFormat, UserFilters } from '#shared/contracts/users.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#shared/labels.ts'
import type { Actor } from '#shared/policies.ts'
import { countUpTo } from './users.queries.ts'
import { type SealedRow, walkRows } from './users.service.ts'
import { writeXlsx } from './xlsx.ts'

/** A spreadsheet program gives up long before a million rows. */
const mostSheetRows = 50_000

const day = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? ''

/** Neither identity number nor phone: what has left the system nobody can take back. */
const columns: [title: string, cell: (row: SealedRow) => string | number | null][] = [
  ['No. Keahlian', row => row.membershipNumber],
  ['Nama Penuh', row => row.fullName],
  ['Email', row => row.email],
  ['Peranan', row => roleLabels[row.role]],
  ['Status', row => userStatusLabels[row.status]],
  ['Negara', row => row.currentCountry],
  ['Kelab', row => row.clubName],
  ['Institusi', row => row.institution],
  ['Kursus', row => row.course],
  ['Peringkat Pengajian', row => row.educationLevel && educationLevelLabels[row.educationLevel]],
  ['Tahun Mula', row => row.startYear],
  ['Tahun Tamat', row => row.endYear],
  ['Tarikh Daftar', row => day(row.createdAt)],
  ['Tarikh Lulus', row => day(row.approvedAt)],
]
const titles = columns.map(([title]) => title)
const cellsOf = (row: SealedRow): string[] => columns.map(([, cell]) => String(cell(row) ?? ''))

async function* tabulate(chunks: AsyncIterable<SealedRow[]>): AsyncGenerator<string[][]> {
  yield [titles]
  for await (const rows of chunks) yield rows.map(cellsOf)
}

/** A mark at the beginning tells spreadsheet programs that it is UTF-8; what looks like a formula is defused. */
async function* writeCsv(batches: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const rows of batches) yield stringify(rows, { escape_formulas: true, record_delimiter: '\r\n' })
}

/** That it was taken away is written down before the first row leaves. */
export async function exportUsers(
  db: Db,
  actor: Actor,
  { format, ...filters }: UserFilters & { format: ExportFormat },
): Promise<Readable> {
  if (format === 'xlsx' && (await countUpTo(db, actor, filters, mostSheetRows + 1)) > mostSheetRows) {
    throw new AppError(413, 'too_many_rows')
  }
  const { search, institution, ...codes } = filters
  await recordEvent(db, {
    kind: 'users.exported',
    actorId: actor.id,
    country: actor.currentCountry,
    // What was typed may be a name, and the trail holds none.
    details: { format, ...codes, ...((search || institution) && { isSearched: true }) },
  })
  const batches = tabulate(walkRows(db, actor, filters))
  return format === 'csv' ? Readable.from(writeCsv(batches)) : writeXlsx('Ahli', batches)
}
