import type { FastifyReply } from 'fastify'
import { notFound } from '#server/errors.ts'
import { asAttachment } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/calendar.endpoints.ts'
import { findFeed, writeActivity, writeFeed } from './calendar.service.ts'
import { isProven, listFeeds, openFeed, revokeFeed } from './feeds.service.ts'

const asCalendar = (reply: FastifyReply) => reply.type('text/calendar; charset=utf-8')

export const routes: Routes = implement => {
  implement(endpoints.listFeeds, ({ context }) => listFeeds(context))
  implement(endpoints.openFeed, ({ context, body }) => openFeed(context, body.clubId ?? null))
  implement(endpoints.revokeFeed, ({ context, params }) => revokeFeed(context, params.id))
  implement(endpoints.downloadActivity, async ({ context, params, reply }) =>
    asCalendar(reply)
      .header('content-disposition', asAttachment(`aktiviti-${params.id}.ics`))
      .send(await writeActivity(context, params.id, context.actor.id)),
  )
  implement(endpoints.readFeed, async ({ context, params, request, reply }) => {
    if (!isProven(context, params.id, params.proof)) throw notFound()
    const feed = await findFeed(context, params.id)
    const version = `"${feed.version}"`
    // Clients must revalidate the feed every time, so that a revoked URL stops working immediately.
    reply.header('etag', version).header('cache-control', 'private, no-cache')
    const clientVersions = request.headers['if-none-match']?.replaceAll('W/', '').split(/\s*,\s*/) ?? []
    if (clientVersions.includes(version)) return reply.code(304).send()
    return asCalendar(reply).send(await writeFeed(context, feed))
  })
}
