// Uploads a member list: the file is parsed, its lines are stored encrypted and a job checks them.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { clubs } from '#server/db/schema/core.ts'
import { importColumns, importRows, imports } from '#server/db/schema/imports.ts'
import { AppError, badInput, conflict, forbidden } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { requireOpenCountry } from '#server/features/countries/require-open-country.service.ts'
import { encryptImportRowPart } from '#server/features/imports/checking/encrypt-import-row-part.ts'
import {
  matchImportColumns,
  normalizeColumnHeader,
} from '#server/features/imports/parsing/match-import-columns.ts'
import { readSheet } from '#server/features/imports/parsing/read-sheet.ts'
import type { SheetRow } from '#server/features/imports/parsing/sheet.ts'
import type { ReceivedUpload } from '#server/http/files/receive-upload.ts'
import { splitIntoBatches } from '#server/lists.ts'
import type { ImportField, UploadImportQuery } from '#shared/contracts/imports/imports.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { cleanFileName } from '#shared/document-types.ts'
import { can, getActorScope } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'
import { requireImport } from './require-import.service.ts'

/** Maximum number of unfinished imports per user. */
const maxOpenImports = 10

export async function limitOpenImports({ db, actor }: SignedInContext): Promise<void> {
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
  const reach = getActorScope(actor)
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

async function readRememberedColumns(db: Db, userId: number): Promise<Map<string, ImportField | null>> {
  const rows = await db.select().from(importColumns).where(eq(importColumns.userId, userId))
  return new Map(rows.map(({ header, key }) => [header, key]))
}

const batchSize = 1000

async function stageRows({ db, secret }: SignedInContext, importId: number, rows: SheetRow[]): Promise<void> {
  for (const batch of splitIntoBatches(rows, batchSize)) {
    const encrypted = batch.map(({ line, cells }) =>
      encryptImportRowPart(secret, importId, line, 'cells', cells),
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
  const sheet = await readSheet(context.log, upload.path)
  return context.transaction(async tx => {
    const { db, actor } = tx
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`imports ${actor.id}`}))`)
    await limitOpenImports(tx)
    const location = await resolveLocation(tx, query)
    if (!can(actor, 'imports.propose', { place: location })) throw forbidden()
    await requireOpenCountry(db, location.country, 'country')
    const [created] = await db
      .insert(imports)
      .values({
        ...location,
        createdBy: actor.id,
        name: cleanFileName(upload.filename) || 'senarai',
        sheet: sheet.name,
        headers: sheet.headers,
        columns: matchImportColumns(sheet.headers, await readRememberedColumns(db, actor.id)),
        total: sheet.rows.length,
      })
      .returning({ id: imports.id })
    if (!created) throw new Error('imports: the insert returned no row')
    await stageRows(tx, created.id, sheet.rows)
    await enqueueImportJob(db, created.id)
    await recordAuditEvent(tx, {
      kind: 'import.uploaded',
      country: location.country,
      details: { importId: created.id, lines: sheet.rows.length },
      touches: { topics: ['imports'], to: { reach: location } },
    })
    return created.id
  })
}

/** Enqueues the background job of an import; the job key keeps at most one pending job per import. */
export async function enqueueImportJob(db: Db, id: number): Promise<void> {
  await enqueueJobs(db, 'work_on_import', [{ payload: { id }, key: `import:${id}` }])
}

/** Sets the person field of each import column and remembers it for the user's files with the same headers. */
export async function assignImportColumns(
  context: SignedInContext,
  id: number,
  columns: (ImportField | null)[],
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const found = await requireImport(tx, id, 'imports.propose', ({ status }) => {
      if (status !== 'ready') throw conflict(status === 'checking' ? 'import_busy' : 'import_over')
    })
    const chosen = columns.filter(key => key !== null)
    if (columns.length !== found.headers.length || new Set(chosen).size !== chosen.length) throw badInput()
    await db
      .update(imports)
      .set({ columns, status: 'checking', cursor: 0, updatedAt: sql`now()` })
      .where(eq(imports.id, id))
    const remembered = new Map(
      found.headers.map((header, index) => [normalizeColumnHeader(header), columns[index] ?? null]),
    )
    const values = [...remembered].map(([header, key]) => ({ userId: actor.id, header, key }))
    await db
      .insert(importColumns)
      .values(values)
      .onConflictDoUpdate({
        target: [importColumns.userId, importColumns.header],
        set: { key: sql`excluded.key` },
      })
    await enqueueImportJob(db, id)
    await recordAuditEvent(tx, {
      kind: 'import.columns_set',
      country: found.country,
      details: { importId: id },
      touches: { topics: ['imports'], to: { reach: found } },
    })
  })
}
