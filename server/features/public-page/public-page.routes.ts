import type { FastifyReply } from 'fastify'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { publicUrl } from '#server/features/activities/publish-activity.service.ts'
import { writeActivity } from '#server/features/calendar/calendar.service.ts'
import { asAttachment } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import { makeReady, type ReadyText, sendReady } from '#server/http/ready-text.ts'
import * as endpoints from '#shared/contracts/public-page.endpoints.ts'
import { coverVersion, drawCover } from './draw-cover.ts'
import { drawGone, drawPage } from './draw-page.ts'
import { preparePageStyle } from './page-style.ts'
import { findPublic, type PublicActivity } from './public-page.service.ts'

const html = 'text/html; charset=utf-8'

/** Sent by its address and to nobody else: no search engine is to keep what may be withdrawn at any moment. */
const unlisted = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex, noarchive')

/** The last ones, ready to be sent: compressed once for each change. */
function createShelf(most: number) {
  const shelf = new Map<string, { text: string; ready: ReadyText }>()
  return (key: string, text: string): ReadyText => {
    const known = shelf.get(key)
    const entry = known?.text === text ? known : { text, ready: makeReady(text, html) }
    shelf.delete(key)
    shelf.set(key, entry)
    for (const oldest of shelf.keys()) if (shelf.size > most) shelf.delete(oldest)
    return entry.ready
  }
}

export const routes: Routes = (implement, app) => {
  const { css, policy } = preparePageStyle()
  const shelve = createShelf(100)
  const { APP_NAME, ORG_NAME, PUBLIC_URL } = app.settings

  function placeOf(context: Context, key: string, activity?: PublicActivity) {
    const url = activity ? publicUrl(context, key) : PUBLIC_URL
    const cover = activity && `${url}/cover.jpg?v=${coverVersion(activity)}`
    return { appName: APP_NAME, orgName: ORG_NAME, url, coverUrl: cover ?? '', css }
  }

  implement(endpoints.readPublicPage, async ({ context, params: { key }, request, reply }) => {
    const activity = await findPublic(context, key)
    unlisted(reply).header('content-security-policy', policy)
    const place = placeOf(context, key, activity)
    // Asked about every time, by whoever keeps it: what was withdrawn is gone at once.
    if (!activity) return sendReady(request, reply, shelve('', drawGone(place)), false)
    return sendReady(request, reply, shelve(key, drawPage(activity, place)))
  })

  implement(endpoints.readPublicCover, async ({ context, params, request, reply }) => {
    const activity = await findPublic(context, params.key)
    if (!activity) throw notFound()
    const etag = `"${coverVersion(activity)}"`
    unlisted(reply)
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      // Pages that show a card fetch its picture from here.
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(await drawCover(context, activity))
  })

  implement(endpoints.downloadPublicActivity, async ({ context, params, reply }) => {
    const activity = await findPublic(context, params.key)
    if (!activity) throw notFound()
    return unlisted(reply)
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', asAttachment(`aktiviti-${activity.id}.ics`))
      .send(await writeActivity(context, activity.id, null))
  })
}
