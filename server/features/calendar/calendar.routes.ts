import type { FastifyReply } from 'fastify'
import { notFound } from '#server/errors.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { buildContentDispositionHeader } from '#server/http/files/attachment.ts'
import * as endpoints from '#shared/contracts/calendar/calendar.endpoints.ts'
import { exportText } from '#texts/exports.ts'
import { buildActivityCalendarFile, buildCalendarFeedFile, findCalendarFeed } from './calendar.service.ts'
import {
  findOrCreateCalendarFeed,
  isCalendarFeedSignatureValid,
  listCalendarFeeds,
  revokeCalendarFeed,
} from './feeds.service.ts'

const setCalendarHeaders = (reply: FastifyReply) => reply.type('text/calendar; charset=utf-8')

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listCalendarFeeds, ({ context }) => listCalendarFeeds(context))
  implement(endpoints.openCalendarFeed, ({ context, body }) =>
    findOrCreateCalendarFeed(context, body.clubId ?? null),
  )
  implement(endpoints.revokeCalendarFeed, ({ context, params }) => revokeCalendarFeed(context, params.id))
  implement(endpoints.downloadActivityCalendar, async ({ context, params, reply }) =>
    setCalendarHeaders(reply)
      .header(
        'content-disposition',
        buildContentDispositionHeader(`${exportText.activityCalendar.file({ id: String(params.id) })}.ics`),
      )
      .send(await buildActivityCalendarFile(context, params.id, context.actor.id)),
  )
  implement(endpoints.readCalendarFeed, async ({ context, params, request, reply }) => {
    if (!isCalendarFeedSignatureValid(context, params.id, params.proof)) throw notFound()
    const feed = await findCalendarFeed(context, params.id)
    const version = `"${feed.version}"`
    // Calendar clients must revalidate the feed every time, so that a revoked URL stops working immediately.
    reply.header('etag', version).header('cache-control', 'private, no-cache')
    const clientVersions = request.headers['if-none-match']?.replaceAll('W/', '').split(/\s*,\s*/) ?? []
    if (clientVersions.includes(version)) return reply.code(304).send()
    return setCalendarHeaders(reply).send(await buildCalendarFeedFile(context, feed))
  })
}
