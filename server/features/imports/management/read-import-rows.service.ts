import { and, asc, eq, ilike, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { filterImportsByScope, filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { notFound } from '#server/errors.ts'
import { decryptImportRowValue } from '#server/features/imports/checking/encrypt-import-row-value.ts'
import type { PersonData } from '#server/features/imports/parsing/parse-import-row.ts'
import type { ImportRowsQuery } from '#shared/contracts/imports/imports.schemas.ts'
import { maskIdentityNumber } from '#shared/ic-number.ts'
import { canApproveApplications } from '#shared/policies.ts'
import { createImportChangeDescriber } from './describe-import-changes.service.ts'
import { filterByProblem, needsAttention } from './row-conditions.queries.ts'

/** Reads one page of the lines of an import for its preview. */
export async function readImportRows(context: SignedInContext, id: number, query: ImportRowsQuery) {
  const { db, actor, secret } = context
  const { attention, kind, problem, search, page, pageSize } = query
  const [owner] = await db
    .select({ createdBy: imports.createdBy, country: imports.country, clubId: imports.clubId })
    .from(imports)
    .where(and(eq(imports.id, id), filterImportsByScope(actor)))
  if (!owner) throw notFound()
  const text = search && `%${escapeLikePattern(search)}%`
  const where = and(
    eq(importRows.importId, id),
    kind && eq(importRows.kind, kind),
    attention && needsAttention,
    problem === undefined ? undefined : filterByProblem(problem),
    text ? or(ilike(importRows.fullName, text), ilike(importRows.email, text)) : undefined,
  )
  const rows = await db
    .select({
      row: importRows,
      person: users,
      isReached: sql<boolean>`${filterUsersByScope(actor) ?? sql`true`}`,
    })
    .from(importRows)
    .leftJoin(users, eq(users.id, sql`coalesce(${importRows.userId}, ${importRows.duplicateOf})`))
    .where(where)
    .orderBy(asc(importRows.line))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const decrypted = rows.map(({ row, person, isReached }) => ({
    row,
    person: isReached && person && !person.erasedAt ? person : null,
    data: row.data ? decryptImportRowValue<PersonData>(secret, id, row.line, 'data', row.data) : {},
  }))
  const describeChanges = await createImportChangeDescriber(context, owner, decrypted)
  // Masked identity numbers are shown to approvers and to the uploader of the import file.
  const canSeeNumbers = canApproveApplications(actor) || owner.createdBy === actor.id
  return {
    total: await db.$count(importRows, where),
    rows: decrypted.map(({ row, person, data }) => ({
      line: row.line,
      fullName: row.fullName,
      email: row.email,
      icNumber: data.icNumber && canSeeNumbers ? maskIdentityNumber(data.icNumber) : null,
      kind: row.kind,
      reasons: row.reasons,
      changes: describeChanges({ row, person, data }),
      person: person && {
        id: person.id,
        fullName: person.fullName,
        membershipNumber: person.membershipNumber,
      },
      choice: row.choice,
      outcome: row.outcome,
      isCorrected: row.corrections !== null,
    })),
  }
}
