import type { SignedInContext } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { buildSegmentSqlCondition } from '#server/segments/condition-sql.queries.ts'
import { findConditionsOfSegment } from '#server/segments/find-conditions-of-segment.queries.ts'
import type { UserFilters } from '#shared/contracts/users/users.schemas.ts'
import { can, findManagedClubOrCountry } from '#shared/policies.ts'
import type { SegmentFilter } from './users.queries.ts'

/** Adds the SQL condition of the filter's segment (saved member filter). Throws 404 for a segment of another scope. */
export async function addSegmentConditionToUserFilters<Filters extends Pick<UserFilters, 'segmentId'>>(
  { db, actor }: SignedInContext,
  filters: Filters,
): Promise<Filters & SegmentFilter> {
  if (!filters.segmentId) return filters
  const place = can(actor, 'segments.use') ? findManagedClubOrCountry(actor, 'segments.use') : undefined
  const definition = place && (await findConditionsOfSegment(db, filters.segmentId, place))
  if (!definition) throw notFound()
  return { ...filters, buildIsInSegment: lookup => buildSegmentSqlCondition(definition, place, lookup) }
}
