// HTML of the public page of an activity, with the Open Graph metadata for link previews in messengers.
import { escapeHtml } from '#server/http/escape-html.ts'
import { getLocale } from '#server/language.ts'
import { buildActivityCoverUrl } from '#shared/activity-cover.ts'
import { joinPublicActivity } from '#shared/contracts/public-page/public-page.endpoints.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import {
  formatPeriodInZone,
  formatTimeOfDayInZone,
  formatTimesOfSameDayInZone,
  formatTimeZoneLabel,
} from '#shared/time/format-period.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import { publicPageText as text } from '#texts/public-page.ts'
import { versionText } from '#texts/versions.ts'
import { deriveRandomSeedOfCoverImage } from './load-cover-image.ts'
import type { PublicActivity } from './public-page.service.ts'

export interface PageContext {
  appName: string
  orgName: string
  /** Random id, not a cryptographic key, that replaces the internal id in an activity's public URL. */
  key: string
  /** URL of the activity's public page. */
  url: string
  coverUrl: string
  css: string
}

const logo =
  '<svg width="32" height="32" viewBox="6 4 52 56" aria-hidden="true"><path d="M12 33a20 20 0 0 0 40 0 25 25 0 0 1-40 0Z" fill="#ffb01b"/><path d="M32 5c6 5 10.500 10 13 15.500C42 27 38 31.500 32 36 26 31.500 22 27 19 20.500 21.500 15 26 10 32 5Z" fill="var(--kite)"/><path d="M32 36v14" stroke="var(--kite)" stroke-width="2" stroke-linecap="round"/></svg>'
const renderIcon = (path: string) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`
const icons = {
  clock: renderIcon('M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3.5 2'),
  pin: renderIcon(
    'M12 21c4-4 7-7.500 7-11a7 7 0 1 0-14 0c0 3.500 3 7 7 11M12 7.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5',
  ),
  calendar: renderIcon('M5 6h14v14H5zM5 10.500h14M9 4v4M15 4v4M12 13v4M10 15h4'),
  share: renderIcon('M4 20l1.500-4.500A8 8 0 1 1 8.500 18.500zM9 9.500c0 3 2.500 5.500 5.500 5.500'),
}

/** Formats time and place of an activity in one line for link previews. */
function formatTimeAndPlace(activity: PublicActivity): string {
  const { timeZone, location } = activity
  const period = formatPeriodInZone(activity, timeZone)
  const time = period ? `${period} ${formatTimeZoneLabel(timeZone)}` : text.noDate
  return [time, location].filter(Boolean).join(' · ')
}

function formatTitle({ title, status }: PublicActivity): string {
  return status === 'cancelled' ? text.cancelledTitle({ title }) : title
}

/** Renders the HTML document of a public page. `card` is the metadata for link previews. */
function renderPublicDocument(
  place: PageContext,
  title: string,
  card: string,
  body: string,
  isTall = false,
): string {
  const { appName, orgName, css } = place
  return `<!doctype html>
<html lang="${getLanguage()}" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, noarchive">
<meta name="theme-color" content="#12807a">
<title>${escapeHtml(`${title} · ${appName}`)}</title>
${card}<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body${isTall ? ' class="stays"' : ''}>
<header class="bar"><a class="brand" href="/">${logo}${escapeHtml(appName)}</a><a class="quiet" href="/login">${text.login}</a></header>
${body}
<footer class="foot">${escapeHtml([...new Set([appName, orgName])].join(' · '))}</footer>
</body>
</html>
`
}

function renderPreviewMetadata(
  activity: PublicActivity,
  { appName, url, coverUrl: picture }: PageContext,
): string {
  const properties: [name: string, value: string][] = [
    ['og:type', 'website'],
    ['og:site_name', appName],
    ['og:locale', getLocale().replace('-', '_')],
    ['og:title', formatTitle(activity)],
    ['og:description', formatTimeAndPlace(activity)],
    ['og:url', url],
    ['og:image', picture],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', activity.title],
  ]
  const named: [string, string][] = [
    ['description', formatTimeAndPlace(activity)],
    ['twitter:card', 'summary_large_image'],
  ]
  const renderMetaTags = (kind: string, list: [string, string][]) =>
    list.map(([name, value]) => `<meta ${kind}="${name}" content="${escapeHtml(value)}">\n`).join('')
  return `${renderMetaTags('name', named)}${renderMetaTags('property', properties)}<link rel="canonical" href="${escapeHtml(url)}">\n`
}

function renderDateTile({ startDate, timeZone }: PublicActivity): string {
  if (!startDate) return ''
  const formatDatePart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(getLocale(), { ...options, timeZone }).format(startDate)
  const day = Number(formatWallTime(startDate, timeZone).slice(8, 10))
  return `<div class="tile" aria-hidden="true"><b>${formatDatePart({ month: 'short' })}</b><strong>${day}</strong><span>${formatDatePart({ weekday: 'long' })}</span></div>`
}

/**
 * Renders the time of an activity: the day with its hours, or day and time of start and end for several days.
 */
function renderTime(activity: PublicActivity): string {
  const { startDate, endDate, timeZone } = activity
  const start = startDate ?? endDate
  if (!start) return `<b>${text.noDate}</b>`
  const hours = formatTimesOfSameDayInZone(activity, timeZone)
  const end = endDate ?? start
  const lines = hours
    ? [formatDayInZone(start, timeZone, 'long'), hours]
    : [
        `${formatDayInZone(start, timeZone, 'short')}, ${formatTimeOfDayInZone(start, timeZone)}`,
        `– ${formatDayInZone(end, timeZone, 'short')}, ${formatTimeOfDayInZone(end, timeZone)}`,
      ]
  const [first = '', second = ''] = lines
  return `<b><time datetime="${start.toISOString()}">${escapeHtml(first)}</time></b><span><i>${escapeHtml(second)}</i> <i>${escapeHtml(formatTimeZoneLabel(timeZone))}</i></span>`
}

function renderPlace({ location }: PublicActivity): string {
  if (!location) return `<b>${text.noPlace}</b>`
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`
  return `<b>${escapeHtml(location)}</b><a class="map" href="${escapeHtml(map)}" rel="noreferrer">${text.map}</a>`
}

/** Builds the path that redirects a visitor to the activity via sign-in. */
export const buildJoinPath = (key: string) => joinPublicActivity.path.replace(':key', key)

/** Renders the links that lead to the activity through sign-in or registration. */
function renderJoinLinks({ isFull }: PublicActivity, { key }: PageContext): string {
  const back = encodeURIComponent(buildJoinPath(key))
  return `<p class="room">${isFull ? text.full : text.room}</p>
<div class="first"><a class="button" href="/login?redirect=${back}">${isFull ? text.queue : text.join}</a></div>
<p>${text.forMembers}</p>
<p class="register">${text.noAccount} <a href="/register?redirect=${back}">${text.register}</a></p>`
}

function renderPanel(activity: PublicActivity, place: PageContext): string {
  const { url } = place
  const { status, startDate } = activity
  const isPlanned = status === 'planned'
  const message = `${activity.title}\n${formatTimeAndPlace(activity)}\n${url}`
  const share = `<a class="button plain" href="https://wa.me/?text=${encodeURIComponent(message)}" rel="noreferrer">${icons.share}${text.share}</a>`
  const calendar = `<a class="button plain" href="${escapeHtml(new URL(url).pathname)}/aktiviti.ics">${icons.calendar}${text.calendar}</a>`
  return `<aside class="panel" aria-label="${text.joining}">
${isPlanned ? renderJoinLinks(activity, place) : `<p class="room">${text.ended[status]}</p>`}
${isPlanned && startDate ? calendar : ''}
${status === 'cancelled' ? '' : share}
</aside>`
}

/**
 * Renders the link that shows title and description of the activity in the other available language.
 * The labels of the page keep the language of the visitor.
 */
function renderVersionLink({ secondLanguage }: PublicActivity): string {
  if (!secondLanguage) return ''
  const label = versionText.read({ language: versionText.names[secondLanguage] })
  return `<p class="other"><a href="?text=${secondLanguage}" hreflang="${secondLanguage}">${label}</a></p>`
}

export function renderPublicActivityPageAsHtml(activity: PublicActivity, place: PageContext): string {
  const { title, description, status, clubName, picture } = activity
  const { pathname, search } = new URL(place.coverUrl)
  // The cover URL has no host, because the CSP forbids other origins and the page may have another host name.
  const source = picture
    ? pathname + search
    : buildActivityCoverUrl(deriveRandomSeedOfCoverImage(place.key), 'page')
  const body = `<main class="wide">
<img class="cover" src="${escapeHtml(source)}" alt="">
<div class="page">
<article>
<div class="head">${renderDateTile(activity)}<span class="status" data-status="${status}">${activityStatusLabels[status]}</span></div>
<h1 lang="${activity.language}">${escapeHtml(title)}</h1>
${clubName ? `<p class="host">${text.host} <b>${escapeHtml(clubName)}</b></p>` : ''}
<dl class="facts">
<div class="fact">${icons.clock}<dt class="spoken">${text.when}</dt><dd>${renderTime(activity)}</dd></div>
<div class="fact">${icons.pin}<dt class="spoken">${text.where}</dt><dd>${renderPlace(activity)}</dd></div>
</dl>
${description ? `<section class="about"><h2>${text.about}</h2><p lang="${activity.language}">${escapeHtml(description)}</p></section>` : ''}
${renderVersionLink(activity)}
</article>
${renderPanel(activity, place)}
</div>
</main>`
  return renderPublicDocument(
    place,
    formatTitle(activity),
    renderPreviewMetadata(activity, place),
    body,
    status === 'planned',
  )
}

export function renderPageOfUnpublishedActivity(place: PageContext): string {
  const body = `<main class="gone"><h1>${text.gone}</h1><p class="host">${text.goneWhy}</p><a class="button" href="/">${text.home}</a></main>`
  return renderPublicDocument(place, text.gone, '', body)
}
