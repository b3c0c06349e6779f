import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { electionTrusteeSecrets } from '#server/db/schema/elections.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordElectionAuditEvent } from './election-events.service.ts'
import { type Election, listTrustees, requireElectionVisibleToCaller } from './elections.queries.ts'

async function requireTrusteeship(context: SignedInContext, id: number): Promise<Election> {
  const election = await requireElectionVisibleToCaller(context, id)
  const trustees = await listTrustees(context, id)
  if (!trustees.some(({ userId }) => userId === context.actor.id)) throw notFound()
  return election
}

const isOwn = (id: number, userId: number) =>
  and(eq(electionTrusteeSecrets.electionId, id), eq(electionTrusteeSecrets.userId, userId))

/** Returns the encrypted secret that the caller stored as a trustee of the election; `blob` is null without one. */
export async function readTrusteeSecret(context: SignedInContext, id: number) {
  await requireTrusteeship(context, id)
  const [found] = await context.db
    .select({ version: electionTrusteeSecrets.version, blob: electionTrusteeSecrets.blob })
    .from(electionTrusteeSecrets)
    .where(isOwn(id, context.actor.id))
  return found ?? { version: 0, blob: null }
}

/**
 * Stores the trustee's encrypted secret if `version` is the stored version. Of two concurrent writes one fails with
 * 409.
 */
export async function saveTrusteeSecret(
  context: SignedInContext,
  id: number,
  { version, blob }: { version: number; blob: string },
): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const election = await requireTrusteeship(tx, id)
    const saved =
      version === 0
        ? await db
            .insert(electionTrusteeSecrets)
            .values({ electionId: id, userId: actor.id, version: 1, blob })
            .onConflictDoNothing()
            .returning({ version: electionTrusteeSecrets.version })
        : await db
            .update(electionTrusteeSecrets)
            .set({ version: sql`${electionTrusteeSecrets.version} + 1`, blob })
            .where(and(isOwn(id, actor.id), eq(electionTrusteeSecrets.version, version)))
            .returning({ version: electionTrusteeSecrets.version })
    const [row] = saved
    if (!row) throw conflict('secret_moved')
    await recordElectionAuditEvent(tx, election, 'election.secret_saved')
    return row.version
  })
}
