// Declares which columns of the audit log hold personal data, for the personal data registry.
import { sql } from 'drizzle-orm'
import { dataSectionText } from '#texts/data-references.ts'
import type { DataReference } from './data-reference.queries.ts'

export const auditReferences: DataReference[] = [
  {
    table: 'audit_events',
    purpose: 'record',
    columns: ['actor_id', 'target_id'],
    copy: {
      file: 'jejak',
      // The data export omits the names of other users in an audit event.
      columns: { createdAt: true, kind: true, byMe: 't.by_me', country: true },
      from: userId => sql`(select *, coalesce(actor_id = ${userId}, false) as by_me from audit_events
        where actor_id = ${userId} or (target_type = 'user' and target_id = ${String(userId)})) t order by t.id`,
    },
    erasure: { keeps: () => dataSectionText.jejak.keeps },
  },
]
