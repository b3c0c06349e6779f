import type { FastifyReply } from 'fastify'
import type { SignedInContext } from '#server/context.ts'
import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { readApplication } from '#server/features/users/details/read-application.service.ts'
import { readUser } from '#server/features/users/details/read-user.service.ts'
import { addSegmentConditionToUserFilters } from '#server/features/users/list/add-segment-condition-to-user-filters.service.ts'
import { exportUsers } from '#server/features/users/list/export-users.service.ts'
import { findPeopleToChatWith } from '#server/features/users/list/find-people-to-chat-with.service.ts'
import { listMatchingUsers } from '#server/features/users/list/list-matching-users.service.ts'
import {
  type ListAction,
  listRecentUsers,
  listUsers,
} from '#server/features/users/list/list-users.service.ts'
import {
  countPendingUsers,
  readUserCountSummary,
} from '#server/features/users/list/read-user-count-summary.service.ts'
import { streamUsers } from '#server/features/users/list/stream-users.service.ts'
import { countUsers } from '#server/features/users/list/users.queries.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders, streamRowsAsJson } from '#server/http/endpoints/json-stream.ts'
import * as contracts from '#shared/contracts/users/users.contracts.ts'
import * as endpoints from '#shared/contracts/users/users.endpoints.ts'
import type { UserQuery } from '#shared/contracts/users/users.schemas.ts'
import { exportText } from '#texts/exports.ts'

/** Sends one page of members when the query has a page or cursor, otherwise streams the whole list. */
async function sendUserList(
  context: SignedInContext,
  query: UserQuery,
  reply: FastifyReply,
  action: ListAction = 'users.list',
) {
  if (query.page === undefined && query.after === undefined) {
    const filters = await addSegmentConditionToUserFilters(context, query)
    setTotalCountHeaders(reply, await countUsers(context.db, context.actor, filters, action))
    return streamRowsAsJson(reply, contracts.listUsers.answer, streamUsers(context, filters, action))
  }
  const page = await listUsers(context, query, action)
  setTotalCountHeaders(reply, page)
  if (page.next) reply.header('x-next-after', page.next)
  return page.rows
}

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listUsers, ({ context, query, reply }) => sendUserList(context, query, reply))
  implement(endpoints.listPendingUsers, ({ context, query, reply }) =>
    sendUserList(context, { ...query, status: 'pending' }, reply, 'users.pending'),
  )
  implement(endpoints.countPendingUsers, async ({ context }) => ({ count: await countPendingUsers(context) }))
  implement(endpoints.readUserCountSummary, ({ context }) => readUserCountSummary(context))
  implement(endpoints.listRecentUsers, ({ context }) => listRecentUsers(context))
  implement(endpoints.exportUsers, async ({ context, query, reply }) =>
    sendExportAsDownload(reply, exportText.users.file, query.format, await exportUsers(context, query)),
  )
  implement(endpoints.listMatchingUsers, ({ context, query }) => listMatchingUsers(context, query))
  implement(endpoints.readUser, ({ context, params }) => readUser(context, params.id))
  implement(endpoints.readApplication, ({ context, params }) => readApplication(context, params.id))
  implement(endpoints.findPeopleToChatWith, ({ context, query }) =>
    findPeopleToChatWith(context, query.search),
  )
}
