// Renders the client's HTML page for each screen. The page contains a skeleton that is visible before any script runs.
// Preload links in the HTML page name the files and API calls of the screen, so that the browser fetches them at once.
import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/env.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { runInLanguage } from '#server/language.ts'
import {
  type ChosenColourScheme,
  colourSchemeCookie,
  isChosenColourScheme,
  writeColourSchemeIntoHtml,
} from '#shared/colour-scheme.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { clientPaths } from '#shared/paths.ts'
import { languageText } from '#texts/language.ts'
import { getScreenPreloads, type ScreenPreloads } from './screen-preloads.ts'
import { createStaticTextResponse, type StaticText, sendStaticText } from './static-text.ts'

/**
 * Build manifest of Vite: name, output file, imports and stylesheets of each chunk. Most keys are names of source
 * files.
 */
type Manifest = Record<string, { name?: string; file: string; imports?: string[]; css?: string[] }>

/**
 * Path patterns of all screens like those of the client's router: case-insensitive, with an optional trailing slash.
 */
const screens = clientPaths.map(path => ({
  path,
  pattern: new RegExp(`^${path.replace('$id', '[^/]+')}/?$`, 'i'),
}))

/**
 * Finds the chunk of a source file. A file that the build has joined with its imports has no key of its own in the
 * manifest; its chunk has the name of the file.
 */
const findManifestChunk = (manifest: Manifest, source: string) =>
  manifest[source] ?? Object.values(manifest).find(({ name }) => name === parse(source).name)

/** Collects the scripts and stylesheets that the client's given source files need, with all files that they import. */
function collectChunkFiles(
  manifest: Manifest,
  sources: string[],
): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const addChunkFile = (name: string) => {
    const chunk = findManifestChunk(manifest, name)
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) addChunkFile(next)
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  for (const source of sources) addChunkFile(source)
  return { scripts, styles }
}

/** Builds preload links to the scripts and styles of a screen that the HTML template does not link already. */
function buildLinks(manifest: Manifest, template: string, { sources, calls }: ScreenPreloads) {
  const { scripts, styles } = collectChunkFiles(manifest, sources)
  const renderLinks = (kind: string, hrefs: Iterable<string>) =>
    Array.from(hrefs, href => `<link ${kind} href="${escapeHtml(href)}">`)
  const listMissingFiles = (files: Set<string>) =>
    [...files].map(file => `/${file}`).filter(href => !template.includes(href))
  return {
    early: [
      // A preload link must request data with the same CORS mode as the client, or the browser would fetch them twice.
      ...renderLinks('rel="preload" as="fetch" crossorigin="use-credentials"', calls),
      ...renderLinks('rel="modulepreload" crossorigin', listMissingFiles(scripts)),
      ...renderLinks('rel="preload" as="style" crossorigin', listMissingFiles(styles)),
    ].join('\n'),
    styles: renderLinks(stylesheet, listMissingFiles(styles)).join('\n'),
  }
}

/**
 * Stylesheets are linked with media="print", so that they load without delaying the first paint of the page.
 * `web/lib/document/stylesheets.ts` applies them to the screen before the first render.
 */
const stylesheet = 'rel="stylesheet" media="print" crossorigin'

const html = 'text/html; charset=utf-8'

/**
 * Sets the language of the HTML page, in which the client shows its texts, to the current language.
 * The page contains the message that the client shows when it cannot load its texts.
 */
const setDocumentLanguage = (page: string) =>
  page
    .replace('<html lang="ms">', `<html lang="${getLanguage()}">`)
    .replace('%LOAD_FAILED%', escapeHtml(languageText.loadFailed))
    .replace('%RELOAD%', escapeHtml(languageText.reload))

/** Name of the application as index.html contains it: an SVG drawing (wordmark). */
const drawnName = 'Perantau'

/** Replaces the SVG wordmark of the HTML page by text, for installations that set another APP_NAME. */
const writeNameAsText = (page: string) =>
  page
    .replace(/<symbol id="wordmark"[\s\S]*?<\/symbol>/, '')
    .replace(/<!--name-->[\s\S]*?<!--\/name-->/, '<span>%APP_NAME%</span>')

export function createHtmlPageRenderer(clientDir: string, settings: Settings, shownTerms: number) {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest
  // Settings needed by the client are embedded in the HTML page, which saves a request.
  const values = {
    APP_NAME: settings.APP_NAME,
    ORG_NAME: settings.ORG_NAME,
    AVATAR_SERVICE_URL: settings.AVATAR_SERVICE_URL ?? '',
    WORKER: settings.SERVICE_WORKER ? 'on' : 'off',
    TERMS: String(shownTerms),
    DEMO: settings.isDemo ? 'yes' : '',
  }
  const source = readFileSync(join(clientDir, 'index.html'), 'utf8')
  const template = (settings.APP_NAME === drawnName ? source : writeNameAsText(source))
    .replace(
      /%(APP_NAME|ORG_NAME|AVATAR_SERVICE_URL|WORKER|TERMS|DEMO)%/g,
      (_match, name: keyof typeof values) => escapeHtml(values[name]),
    )
    .replaceAll('rel="stylesheet" crossorigin', stylesheet)

  function renderHtmlPage(
    needs: ScreenPreloads,
    visitor: 'yes' | '',
    scheme: ChosenColourScheme | undefined,
  ): string {
    const { early, styles } = buildLinks(manifest, template, needs)
    return writeColourSchemeIntoHtml(setDocumentLanguage(template), scheme)
      .replace('%FRAME%', needs.frame)
      .replace('%TITLE%', escapeHtml(needs.title))
      .replace('%VISITOR%', visitor)
      .replace('<!--needs-->', early)
      .replace('</head>', `${styles}</head>`)
  }

  const documents = new Map<string, StaticText>()
  /**
   * Returns the HTML page from a cache. The cache keys are language, colour scheme, screen and kind of visitor, so the
   * number of pages is limited whatever URLs are requested.
   */
  function getRenderedPage(
    path: string,
    visitor: { isVisitor: boolean; isBare: boolean },
    scheme: ChosenColourScheme | undefined,
  ): StaticText {
    const key = JSON.stringify([getLanguage(), scheme, path, visitor])
    const preloads = getScreenPreloads(path, visitor)
    const body =
      documents.get(key) ??
      createStaticTextResponse(renderHtmlPage(preloads, visitor.isVisitor ? 'yes' : '', scheme), html)
    documents.set(key, body)
    return body
  }

  function sendHtmlPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [pathname = '', search] = request.url.split('?', 2)
    const screen = screens.find(({ pattern }) => pattern.test(pathname))
    const visitor = {
      // Without a session cookie the visitor is not signed in, so the client need not request the signed-in user.
      isVisitor: !request.cookies[getSessionCookieName(request.server.origins)],
      // With search parameters in the URL, no API calls are preloaded, as only the client interprets these.
      isBare: search === undefined,
    }
    const scheme = request.cookies[colourSchemeCookie]
    const body = getRenderedPage(
      screen?.path ?? '',
      visitor,
      isChosenColourScheme(scheme) ? scheme : undefined,
    )
    return sendStaticText(request, reply, body, screen !== undefined)
  }

  /**
   * HTML page without user data or preloads, which the service worker caches for offline use.
   * The page is in the default language; the client prefers the language chosen on the device.
   */
  const offlineDocument = runInLanguage(settings.DEFAULT_LANGUAGE, () =>
    createStaticTextResponse(
      setDocumentLanguage(template)
        .replace('%VISITOR%', '')
        .replace('%TITLE%', '')
        .replace('<!--needs-->', ''),
      html,
    ),
  )
  return { sendDocument: sendHtmlPage, offlineDocument }
}
