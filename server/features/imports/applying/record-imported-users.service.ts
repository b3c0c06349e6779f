// Writes status history and audit events for all users of an import batch, in one statement each.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'

/** Writes each imported user's status, country and club to the user history. */
export async function insertStatusHistoryOfImportedUsers(
  db: Db,
  { confirmedBy }: Import,
  ids: number[],
): Promise<void> {
  await db.execute(sql`
    insert into user_history (user_id, status, current_country, club_id, changed_by)
    select id, status, current_country, club_id, ${confirmedBy}::int from users
     where id = any(${sql.param(ids)}::int[]) order by id`)
}

/** Writes one audit event per imported user, in the format of recordAuditEvent. */
export async function recordAuditEventsOfImportedUsers(
  db: Db,
  { id, confirmedBy }: Import,
  event: { kind: AuditKind; ids: number[]; details?: SQL },
): Promise<void> {
  await db.execute(sql`
    insert into audit_events (actor_id, kind, target_type, target_id, country, details)
    select ${confirmedBy}::int, ${event.kind}::text, 'user', id::text, current_country,
           jsonb_build_object('importId', ${id}::int) || ${event.details ?? sql`'{}'::jsonb`}
      from users where id = any(${sql.param(event.ids)}::int[]) order by id`)
}
