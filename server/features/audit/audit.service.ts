import type { Db } from '#server/db/client.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import type { AuditKind } from '#shared/contracts/audit.ts'

interface AuditEvent {
  kind: AuditKind
  /** Left out: a visitor, or the program itself. */
  actorId?: number
  user?: { id: number; currentCountry: string | null }
}

/** Called inside the transaction of the change it records. */
export async function recordAudit(db: Db, { kind, actorId, user }: AuditEvent): Promise<void> {
  await db.insert(auditEvents).values({
    kind,
    actorId,
    ...(user && { targetType: 'user', targetId: String(user.id), country: user.currentCountry }),
  })
}
