// Decisions about an import: choose an action per line, propose, confirm, undo, delete, and invite users.
// Confirming and undoing an import only change its status; a background job does the work.
import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { isToBeWritten } from '#server/features/imports/applying/rows-to-write.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { findUserIdsOfApplicationApprovers } from '#server/features/users/decisions/find-user-ids-of-application-approvers.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { ConfirmImportBody, ImportChoice } from '#shared/contracts/imports/imports.schemas.ts'
import {
  requireEditableImport,
  requireImport,
  requireStatus,
  requireUnchangedImport,
} from './require-import.service.ts'
import { enqueueImportJob } from './upload-import.service.ts'

/** Records an audit event about an import, and makes the clients of all administrators in scope reload the import. */
export async function recordImportAuditEvent(
  tx: SignedInContext,
  found: Import,
  kind: AuditKind,
  details = {},
): Promise<void> {
  await recordAuditEvent(tx, {
    kind,
    country: found.country,
    details: { importId: found.id, ...details },
    touches: { topics: ['imports'], to: { reach: found } },
  })
}

/** Increments the version of a locked import, so that a confirmation based on the earlier version fails. */
export async function incrementImportVersion(
  { db }: SignedInContext,
  { id, version }: Import,
): Promise<void> {
  await db
    .update(imports)
    .set({ version: version + 1, updatedAt: sql`now()` })
    .where(eq(imports.id, id))
}

export async function setImportRowAction(
  context: SignedInContext,
  id: number,
  line: number,
  choice: ImportChoice | null,
): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireEditableImport(tx, id)
    // An import line can update a user only if the line matches a user.
    // An import line can create a user only if no user has its email address or identity number.
    const isPossible =
      choice === null || choice === 'skip'
        ? sql`${importRows.kind} in ('new', 'change', 'duplicate')`
        : choice === 'create'
          ? sql`${importRows.kind} in ('new', 'duplicate') and not ${importRows.reasons} @@ '$[*].code like_regex "^same_(email|ic)$"'`
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
    await incrementImportVersion(tx, found)
    await recordImportAuditEvent(tx, found, 'import.row_chosen', { line, choice: choice ?? 'none' })
  })
}

/** Proposes an import for confirmation and notifies the approvers of its country. */
export async function proposeImport(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const found = await requireImport(tx, id, 'imports.propose', requireStatus('ready'))
    await tx.db
      .update(imports)
      .set({ status: 'proposed', proposedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(imports.id, id))
    await recordAuditEvent(tx, {
      kind: 'import.proposed',
      country: found.country,
      details: { importId: id },
      notify: {
        users: (await findUserIdsOfApplicationApprovers(tx.db, found.country)).filter(
          userId => userId !== tx.actor.id,
        ),
        kind: 'import.proposed',
        params: { importId: id },
      },
      touches: { topics: ['imports'], to: { reach: found } },
    })
  })
}

/** Confirms an import and queues the job that writes it. A stopped import continues after its last written line. */
export async function confirmImport(
  context: SignedInContext,
  id: number,
  { isDecision, toWrite, version }: ConfirmImportBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const requireConfirmable = requireStatus('ready', 'proposed', 'stopped')
    const found = await requireImport(tx, id, 'imports.confirm', requireConfirmable)
    requireUnchangedImport(found, version)
    const currentCount = await db.$count(importRows, and(eq(importRows.importId, id), isToBeWritten))
    if (currentCount !== toWrite) throw conflict('import_changed')
    await db
      .update(imports)
      .set({
        status: 'applying',
        // A resumed import keeps the earlier decision whether its users become active members at once.
        isDecision: found.status === 'stopped' ? found.isDecision : isDecision,
        cursor: found.status === 'stopped' ? found.cursor : 0,
        confirmedBy: actor.id,
        confirmedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(imports.id, id))
    await enqueueImportJob(db, id)
    await recordImportAuditEvent(tx, found, 'import.confirmed', { isDecision, toWrite })
  })
}

export async function undoImport(context: SignedInContext, id: number): Promise<void> {
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
    await enqueueImportJob(tx.db, id)
    await recordImportAuditEvent(tx, found, 'import.undone')
  })
}

/** Starts the job that invites the users created by the import who have not accepted the terms. */
export async function queueImportInvitations(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const found = await requireImport(tx, id, 'imports.confirm', importRow => {
      requireStatus('done')(importRow)
      if (importRow.invitedBy !== null) throw conflict('import_busy')
    })
    await db
      .update(imports)
      .set({ invitedBy: actor.id, inviteCursor: 0, updatedAt: sql`now()` })
      .where(eq(imports.id, id))
    await enqueueJobs(db, 'invite_imported', [{ payload: { id }, key: `invite:${id}` }])
    await recordImportAuditEvent(tx, found, 'import.invited')
  })
}

/** Deletes an import whose lines were never written, or whose changes were undone. */
export async function discardImport(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const requireDiscardable = requireStatus('ready', 'proposed', 'checking', 'undone')
    const found = await requireImport(tx, id, 'imports.propose', requireDiscardable)
    await recordImportAuditEvent(tx, found, 'import.discarded')
    await tx.db.delete(imports).where(eq(imports.id, id))
  })
}
