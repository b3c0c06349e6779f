import { and } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { isStatementTimeout } from '#server/db/errors/database-errors.ts'
import { prefetchNextChunk, readRowsInChunks } from '#server/db/sql/paging.ts'
import {
  addCustomFieldValuesToRows,
  buildSqlForCustomFieldExportCell,
} from '#server/features/custom-fields/custom-field-columns.queries.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { UserFilters, UserQuery, UserRowValue } from '#shared/contracts/users/users.schemas.ts'
import type { Action } from '#shared/policies.ts'
import { type ExportBlock, readMemberExportRows } from './export-block.queries.ts'
import type { ListAction } from './list-users.service.ts'
import { maskUserRow } from './mask-user-row.ts'
import { readUserRows } from './user-rows.queries.ts'
import {
  buildConditionForRowsAfterCursor,
  buildUserFilterSql,
  encodeKeysetCursor,
  encodeKeysetCursorOfRow,
  isKeysetPagingSupportedForUserSort,
  type SegmentFilter,
} from './users.queries.ts'

/**
 * Prepares the query for the block of users after a cursor.
 * A full export can take minutes, so each block is authorized again with the caller's current role and scope.
 */
async function prepareUserExportBlock(
  context: SignedInContext,
  filters: UserFilters & SegmentFilter,
  action: Action,
  key: string | undefined,
) {
  const current = await context.reauthorize()
  const { sort } = filters
  return {
    current,
    slice: {
      where: and(
        buildUserFilterSql(current.actor, filters, action),
        key ? buildConditionForRowsAfterCursor(sort, key) : undefined,
      ),
      sort,
    },
  }
}

/** Replaces a sort order that does not support keyset paging with the order by name. */
function withKeysetOrder(filters: UserFilters & SegmentFilter): UserFilters & SegmentFilter {
  return isKeysetPagingSupportedForUserSort(filters.sort) ? filters : { ...filters, sort: 'fullName' }
}

export function streamUsers(
  context: SignedInContext,
  { fields, ...requested }: UserQuery & SegmentFilter,
  action: ListAction,
) {
  const filters = withKeysetOrder(requested)
  return readRowsInChunks<UserRowValue>(async (last, limit) => {
    const { current, slice } = await prepareUserExportBlock(
      context,
      filters,
      action,
      last && encodeKeysetCursorOfRow(filters.sort, last),
    )
    const rows = await readUserRows(current.db, { ...slice, limit })
    return addCustomFieldValuesToRows(
      current,
      rows.map(row => maskUserRow(current, row)),
      fields,
    )
  })
}

/** Number of export lines per database query, low enough for the query to take only a few milliseconds. */
const linesPerQuery = 4000
/** Number of export lines of the smaller query that is sent after a query for `linesPerQuery` lines has timed out. */
const linesAfterTimeout = 500

/** Streams the lines of a member export. Cells of the custom fields follow those of the built-in fields. */
export async function* streamExportLines(
  context: SignedInContext,
  requested: UserFilters & SegmentFilter,
  fields: CustomField[],
) {
  const filters = withKeysetOrder(requested)
  const blocks = prefetchNextChunk<ExportBlock>(
    async previous => {
      const { current, slice } = await prepareUserExportBlock(
        context,
        filters,
        'users.export',
        previous && encodeKeysetCursor(previous.value, previous.id),
      )
      const cells = fields.map(field => buildSqlForCustomFieldExportCell(current.actor, field))
      return () =>
        readMemberExportRows(current.db, { ...slice, limit: linesPerQuery }, cells).catch(error => {
          if (!isStatementTimeout(error)) throw error
          return readMemberExportRows(current.db, { ...slice, limit: linesAfterTimeout }, cells)
        })
    },
    ({ isLast }) => !isLast,
  )
  for await (const { block } of blocks) if (block !== null) yield block
}
