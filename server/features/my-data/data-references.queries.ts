// Registry of all tables with personal data: which columns a data export contains and what an erasure deletes or keeps.
// A test compares the personal data registry with the foreign keys of the database, so no table is missing.
import type { Db } from '#server/db/connection/client.ts'
import { accessReferences } from './references/access-references.queries.ts'
import { auditReferences } from './references/audit-references.queries.ts'
import { callReferences } from './references/call-references.queries.ts'
import { chatReferences } from './references/chat-references.queries.ts'
import type { DataReference } from './references/data-reference.queries.ts'
import { electionReferences } from './references/election-references.queries.ts'
import { feeReferences } from './references/fee-references.queries.ts'
import { keyReferences } from './references/key-references.queries.ts'
import { membershipReferences } from './references/membership-references.queries.ts'
import { newsReferences } from './references/news-references.queries.ts'
import { organisationReferences } from './references/organisation-references.queries.ts'

/** All tables with personal data, in the order in which data exports, data register and erasures use them. */
export const dataReferences: DataReference[] = [
  ...membershipReferences,
  ...organisationReferences,
  ...feeReferences,
  ...chatReferences,
  ...electionReferences,
  ...newsReferences,
  ...accessReferences,
  ...keyReferences,
  ...callReferences,
  ...auditReferences,
]

/** Runs each table's erasure statement for a user. A second run deletes rows that arrived after the first. */
export async function runErasureStatementsOfAllTables(tx: Db, userId: number): Promise<void> {
  for (const { erasure } of dataReferences) {
    if ('removes' in erasure) await tx.execute(erasure.removes(userId))
  }
}
