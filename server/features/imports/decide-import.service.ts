// What people decide about an import; what follows is done by a job.
import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { findApprovers } from '#server/features/users/approvers.service.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { ConfirmImportBody, ImportChoice, ImportStatus } from '#shared/contracts/imports.ts'
import { can } from '#shared/policies.ts'
import type { Import } from './check-import.service.ts'
import { requireImport } from './require-import.service.ts'
import { startWork } from './upload-import.service.ts'
import { willBeWritten } from './written.queries.ts'

const busy: ImportStatus[] = ['checking', 'applying', 'undoing']

/** Of two who decide at once the second finds another status than the one they saw. */
const requireStatus =
  (...allowed: ImportStatus[]) =>
  ({ status }: Import): void => {
    if (!allowed.includes(status)) throw conflict(busy.includes(status) ? 'import_busy' : 'import_over')
  }

async function record(tx: SignedIn, found: Import, kind: AuditKind, details = {}): Promise<void> {
  await recordEvent(tx, {
    kind,
    country: found.country,
    details: { importId: found.id, ...details },
    touches: { topics: ['imports'], to: { reach: found } },
  })
}

export async function chooseRow(
  context: SignedIn,
  id: number,
  line: number,
  choice: ImportChoice | null,
): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireImport(tx, id, 'imports.propose', requireStatus('ready', 'proposed'))
    // Once it is laid before the approvers, what they look at does not change under their eyes.
    if (found.status === 'proposed' && !can(tx.actor, 'imports.confirm', { place: found })) throw forbidden()
    // Who is new cannot be a change of somebody, and who is here cannot be made again.
    const isPossible =
      choice === null || choice === 'skip'
        ? sql`${importRows.kind} in ('new', 'change', 'duplicate')`
        : choice === 'create'
          ? sql`${importRows.kind} in ('new', 'duplicate') and not ${importRows.reasons} @> '[{"code": "same_email"}]'`
          : sql`(${importRows.kind} = 'change' or ${importRows.duplicateOf} is not null)`
    const [row] = await tx.db
      .select({ isPossible: sql<boolean>`${isPossible}` })
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.line, line)))
    if (!row) throw notFound()
    if (!row.isPossible) throw conflict()
    await tx.db
      .update(importRows)
      .set({ choice })
      .where(and(eq(importRows.importId, id), eq(importRows.line, line)))
    await record(tx, found, 'import.row_chosen', { line, choice: choice ?? 'none' })
  })
}

/** For those who may not confirm: the approvers of the place are told. */
export async function proposeImport(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireImport(tx, id, 'imports.propose', requireStatus('ready'))
    await tx.db.update(imports).set({ status: 'proposed', updatedAt: sql`now()` }).where(eq(imports.id, id))
    await recordEvent(tx, {
      kind: 'import.proposed',
      country: found.country,
      details: { importId: id },
      notify: {
        users: (await findApprovers(tx.db, found.country)).filter(userId => userId !== tx.actor.id),
        kind: 'import.proposed',
        params: { importId: id },
      },
      touches: { topics: ['imports'], to: { reach: found } },
    })
  })
}

/** From here on lines are written, a batch at a time; one that was stopped goes on where it was. */
export async function confirmImport(
  context: SignedIn,
  id: number,
  { isDecision, toWrite }: ConfirmImportBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const isConfirmable = requireStatus('ready', 'proposed', 'stopped')
    const found = await requireImport(tx, id, 'imports.confirm', isConfirmable)
    const now = await db.$count(importRows, and(eq(importRows.importId, id), willBeWritten))
    if (now !== toWrite) throw conflict('import_changed')
    await db
      .update(imports)
      .set({
        status: 'applying',
        // What was begun as a decision goes on as one.
        isDecision: found.status === 'stopped' ? found.isDecision : isDecision,
        cursor: found.status === 'stopped' ? found.cursor : 0,
        confirmedBy: actor.id,
        confirmedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(imports.id, id))
    await startWork(db, id)
    await record(tx, found, 'import.confirmed', { isDecision, toWrite })
  })
}

export async function undoImport(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireImport(tx, id, 'imports.confirm', requireStatus('done', 'stopped'))
    await tx.db
      .update(imports)
      .set({
        status: 'undoing',
        cursor: 0,
        confirmedBy: tx.actor.id,
        invitedBy: null,
        updatedAt: sql`now()`,
      })
      .where(eq(imports.id, id))
    await startWork(tx.db, id)
    await record(tx, found, 'import.undone')
  })
}

/** Those it made and who have not agreed yet, a few a minute. */
export async function inviteImported(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const found = await requireImport(tx, id, 'imports.confirm', one => {
      requireStatus('done')(one)
      if (one.invitedBy !== null) throw conflict('import_busy')
    })
    await db
      .update(imports)
      .set({ invitedBy: actor.id, inviteCursor: 0, updatedAt: sql`now()` })
      .where(eq(imports.id, id))
    await enqueue(db, 'invite_imported', [{ payload: { id }, key: `invite:${id}` }])
    await record(tx, found, 'import.invited')
  })
}

/** Nothing of it was written, and nothing of it stays. */
export async function discardImport(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const isDiscardable = requireStatus('ready', 'proposed', 'checking', 'undone')
    const found = await requireImport(tx, id, 'imports.propose', isDiscardable)
    await record(tx, found, 'import.discarded')
    await tx.db.delete(imports).where(eq(imports.id, id))
  })
}
