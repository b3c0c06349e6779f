import type { FastifyReply } from 'fastify'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { buildPublicActivityUrl } from '#server/features/activities/publish-activity.service.ts'
import { buildPublicActivityCalendarFile } from '#server/features/calendar/calendar.service.ts'
import { createStaticTextResponse, type StaticText, sendStaticText } from '#server/http/client/static-text.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { buildContentDispositionHeader } from '#server/http/files/attachment.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/public-page/public-page.endpoints.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { publicPageText } from '#texts/public-page.ts'
import { getCoverImageVersion, loadCoverImage } from './load-cover-image.ts'
import { buildPublicPageStyleSheetAndCsp } from './page-style.ts'
import { findPublicActivity, type PublicActivity } from './public-page.service.ts'
import {
  buildJoinPath,
  renderPageOfUnpublishedActivity,
  renderPublicActivityPageAsHtml,
} from './render-page.ts'

const html = 'text/html; charset=utf-8'

/** Forbids search engines to index public pages, because organizers can close them at any time. */
const forbidIndexing = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex, noarchive')

/** Creates a cache of recent compressed public pages, by language. A page is compressed again only when its text changes. */
function createPageCache(maxEntries: number) {
  const cache = new Map<string, { text: string; ready: StaticText }>()
  return (key: string, text: string): StaticText => {
    const cacheKey = `${getLanguage()} ${key}`
    const cached = cache.get(cacheKey)
    const entry = cached?.text === text ? cached : { text, ready: createStaticTextResponse(text, html) }
    cache.delete(cacheKey)
    cache.set(cacheKey, entry)
    for (const oldest of cache.keys()) if (cache.size > maxEntries) cache.delete(oldest)
    return entry.ready
  }
}

export const registerRoutes: FeatureRoutes = (implement, app) => {
  const { css, policy } = buildPublicPageStyleSheetAndCsp(app.clientDir)
  const prepare = createPageCache(100)
  const { APP_NAME, ORG_NAME, PUBLIC_URL } = app.settings

  function buildPageContext(context: Context, key: string, activity?: PublicActivity) {
    const url = activity ? buildPublicActivityUrl(context, key) : PUBLIC_URL
    const cover = activity && `${url}/cover.jpg?v=${getCoverImageVersion({ key, picture: activity.picture })}`
    return { appName: APP_NAME, orgName: ORG_NAME, key, url, coverUrl: cover ?? '', css }
  }

  implement(endpoints.readPublicPage, async ({ context, params: { key }, query, request, reply }) => {
    const found = await findPublicActivity(context, key)
    const activity = found && putTranslationInReaderLanguageFirst(found, query.text)
    forbidIndexing(reply).header('content-security-policy', policy)
    const place = buildPageContext(context, key, activity)
    // Caches must revalidate a public page every time, so that a closed page disappears immediately.
    if (!activity)
      return sendStaticText(request, reply, prepare('', renderPageOfUnpublishedActivity(place)), false)
    return sendStaticText(
      request,
      reply,
      prepare(`${key} ${activity.language}`, renderPublicActivityPageAsHtml(activity, place)),
    )
  })

  implement(endpoints.readPublicCover, async ({ context, params, request, reply }) => {
    const activity = await findPublicActivity(context, params.key)
    if (!activity) throw notFound()
    const coverSource = { key: params.key, picture: activity.picture }
    const etag = `"${getCoverImageVersion(coverSource)}"`
    forbidIndexing(reply)
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      // Other sites may embed the cover image of an activity, because they show it in link previews.
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(await loadCoverImage(context, coverSource))
  })

  implement(endpoints.downloadPublicActivity, async ({ context, params, reply }) => {
    const activity = await findPublicActivity(context, params.key)
    if (!activity) throw notFound()
    const names = { uid: params.key, url: buildPublicActivityUrl(context, params.key) }
    return forbidIndexing(reply)
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', buildContentDispositionHeader(publicPageText.calendarFile))
      .send(await buildPublicActivityCalendarFile(context, activity.id, names))
  })

  // Only signed-in users get a URL with the activity id. The URL for other visitors has a random key instead.
  implement(endpoints.joinPublicActivity, async ({ context, params, request, reply }) => {
    const activity = await findPublicActivity(context, params.key)
    const page = endpoints.readPublicPage.path.replace(':key', encodeURIComponent(params.key))
    reply.header('cache-control', 'no-store')
    if (!activity) return forbidIndexing(reply).redirect(page)
    const session = await findSession(
      app.pool,
      app.settings,
      request.cookies[getSessionCookieName(app.origins)],
    )
    if (session) return forbidIndexing(reply).redirect(`/activities/${activity.id}`)
    return forbidIndexing(reply).redirect(
      `/login?${new URLSearchParams({ redirect: buildJoinPath(params.key) })}`,
    )
  })
}
