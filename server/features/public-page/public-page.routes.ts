import type { FastifyReply } from 'fastify'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { publicUrl } from '#server/features/activities/publish-activity.service.ts'
import { writePublicActivity } from '#server/features/calendar/calendar.service.ts'
import { asAttachment } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import { makeReady, type ReadyText, sendReady } from '#server/http/ready-text.ts'
import { cookieName } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/public-page.endpoints.ts'
import { coverVersion, drawCover } from './draw-cover.ts'
import { drawGone, drawPage, joiningPath } from './draw-page.ts'
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
    const cover = activity && `${url}/cover.jpg?v=${coverVersion({ key, picture: activity.picture })}`
    return { appName: APP_NAME, orgName: ORG_NAME, key, url, coverUrl: cover ?? '', css }
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
    const covered = { key: params.key, picture: activity.picture }
    const etag = `"${coverVersion(covered)}"`
    unlisted(reply)
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      // Pages that show a card fetch its picture from here.
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(await drawCover(context, covered))
  })

  implement(endpoints.downloadPublicActivity, async ({ context, params, reply }) => {
    const activity = await findPublic(context, params.key)
    if (!activity) throw notFound()
    const names = { uid: params.key, url: publicUrl(context, params.key) }
    return unlisted(reply)
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', asAttachment('aktiviti.ics'))
      .send(await writePublicActivity(context, activity.id, names))
  })

  // The id of the activity is for those who are signed in. Until then the key stands for it.
  implement(endpoints.joinPublicActivity, async ({ context, params, request, reply }) => {
    const activity = await findPublic(context, params.key)
    const page = endpoints.readPublicPage.path.replace(':key', encodeURIComponent(params.key))
    reply.header('cache-control', 'no-store')
    if (!activity) return unlisted(reply).redirect(page)
    const session = await findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])
    if (session) return unlisted(reply).redirect(`/activities/${activity.id}`)
    return unlisted(reply).redirect(`/login?${new URLSearchParams({ redirect: joiningPath(params.key) })}`)
  })
}
