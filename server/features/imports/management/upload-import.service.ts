// Uploads a member list: the file is parsed, its lines are stored encrypted and a job checks them.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { clubs } from '#server/db/schema/core.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { AppError, badInput, forbidden } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { requireCountryOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import { encryptImportRowValue } from '#server/features/imports/checking/encrypt-import-row-value.ts'
import {
  countSheetColumns,
  findHeaderRow,
  listSheetHeaders,
} from '#server/features/imports/parsing/find-header-row.ts'
import { readMemberListInParserProcess } from '#server/features/imports/parsing/read-member-list-in-parser-process.ts'
import type { SheetRow } from '#server/features/imports/parsing/sheet.ts'
import type { ReceivedUpload } from '#server/http/files/receive-upload.ts'
import { splitIntoBatches } from '#server/lists.ts'
import { importLimits, type UploadImportQuery } from '#shared/contracts/imports/imports.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { sanitizeFileName } from '#shared/document-types.ts'
import { can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'
import { proposeFieldsForImportColumns, readColumnMappingOfEarlierImports } from './import-columns.service.ts'

/** Maximum number of unfinished imports per user. */
const maxOpenImports = 10

export async function rejectTooManyUnfinishedImports({ db, actor }: SignedInContext): Promise<void> {
  const isOpen = and(
    eq(imports.createdBy, actor.id),
    inArray(imports.status, ['checking', 'ready', 'proposed', 'stopped']),
  )
  if ((await db.$count(imports, isOpen)) >= maxOpenImports) throw new AppError(413, 'too_many_imports')
}

/** Determines the country and club of the import from the request and the scope of the caller's role. */
async function resolveLocation(
  { db, actor }: SignedInContext,
  { country, clubId }: UploadImportQuery,
): Promise<{ country: Country | null; clubId: number | null }> {
  const reach = getPermissionScopeOfActor(actor)
  const chosen = clubId ?? (reach.over === 'club' ? reach.clubId : undefined)
  if (!chosen) {
    const ownCountry = reach.over === 'country' ? (reach.country as Country) : null
    return { country: country ?? ownCountry, clubId: null }
  }
  const [club] = await db
    .select({ country: clubs.country })
    .from(clubs)
    .where(and(eq(clubs.id, chosen), eq(clubs.isActive, true)))
  if (!club || (country && club.country !== country)) throw badInput({ clubId: fieldTexts.clubNotOpen })
  return { country: club.country, clubId: chosen }
}

const batchSize = 1000

/** Encrypts and stores lines of an import. */
export async function storeEncryptedImportRows(
  { db, secret }: SignedInContext,
  importId: number,
  rows: SheetRow[],
): Promise<void> {
  for (const batch of splitIntoBatches(rows, batchSize)) {
    const encrypted = batch.map(({ line, cells }) =>
      encryptImportRowValue(secret, importId, line, 'cells', cells),
    )
    await db.execute(sql`
      insert into ${importRows} (import_id, line, cells)
      select ${importId}::int, * from unnest(${sql.param(batch.map(({ line }) => line))}::int[],
                                             ${sql.param(encrypted)}::bytea[])`)
  }
}

/** Parses the whole uploaded file, then stores the import and its encrypted lines in one transaction. */
export async function uploadImport(
  context: SignedInContext,
  query: UploadImportQuery,
  upload: ReceivedUpload,
): Promise<number> {
  const sheet = await readMemberListInParserProcess(context.log, upload.path)
  const width = countSheetColumns(sheet.rows)
  return context.transaction(async tx => {
    const { db, actor } = tx
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`imports ${actor.id}`}))`)
    await rejectTooManyUnfinishedImports(tx)
    const location = await resolveLocation(tx, query)
    if (!can(actor, 'imports.propose', { place: location })) throw forbidden()
    await requireCountryOpenForRegistration(db, location.country, 'country')
    const assigned = await readColumnMappingOfEarlierImports(db, actor.id)
    const headerIndex = findHeaderRow(sheet.rows, assigned)
    const top = sheet.rows.slice(0, headerIndex + 1)
    const rows = sheet.rows.slice(headerIndex + 1)
    if (rows.length > importLimits.rows) throw new AppError(413, 'too_many_lines')
    const header = top.at(-1) as SheetRow
    const headers = listSheetHeaders(header, width)
    const [created] = await db
      .insert(imports)
      .values({
        ...location,
        createdBy: actor.id,
        name: sanitizeFileName(upload.filename) || 'senarai',
        sheet: sheet.name,
        headers,
        headerLine: header.line,
        columns: await proposeFieldsForImportColumns(tx, location, headers),
        total: rows.length,
      })
      .returning({ id: imports.id })
    if (!created) throw new Error('imports: the insert returned no row')
    await db
      .update(imports)
      .set({ top: encryptImportRowValue(tx.secret, created.id, 0, 'top', top) })
      .where(eq(imports.id, created.id))
    await storeEncryptedImportRows(tx, created.id, rows)
    await enqueueImportJob(db, created.id)
    await recordAuditEvent(tx, {
      kind: 'import.uploaded',
      country: location.country,
      details: { importId: created.id, lines: rows.length },
      touches: { topics: ['imports'], to: { reach: location } },
    })
    return created.id
  })
}

/** Enqueues the background job of an import; the job key keeps at most one pending job per import. */
export async function enqueueImportJob(db: Db, id: number): Promise<void> {
  await enqueueJobs(db, 'work_on_import', [{ payload: { id }, key: `import:${id}` }])
}
