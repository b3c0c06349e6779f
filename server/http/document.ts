// The one page of the client, as each address gets it: the frame drawn in its place, and what its screen will ask for
// named from the start, so that nothing waits for a script to find out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/env.ts'
import { clientPaths } from '#shared/paths.ts'
import { escapeHtml } from './html.ts'
import { makeReady, type ReadyText, sendReady } from './ready-text.ts'
import { type Needs, needsOf } from './screen-needs.ts'
import { cookieName } from './session-cookie.ts'

/** As the build lists it: a file, the files it imports and its styles, by the name of the source. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** As the client's router compares: whatever the case, with or without a slash at the end. */
const screens = clientPaths.map(path => ({
  path,
  pattern: new RegExp(`^${path.replace('$id', '[^/]+')}/?$`, 'i'),
}))

/** The files of these sources and of all they import. */
function filesOf(manifest: Manifest, sources: string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) add(next)
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  for (const source of sources) add(source)
  return { scripts, styles }
}

/** Links to the files of a screen that the template does not name. */
function linksTo(manifest: Manifest, template: string, { sources, calls }: Needs) {
  const { scripts, styles } = filesOf(manifest, sources)
  const link = (kind: string, hrefs: Iterable<string>) =>
    Array.from(hrefs, href => `<link ${kind} href="${escapeHtml(href)}">`)
  const missing = (files: Set<string>) =>
    [...files].map(file => `/${file}`).filter(href => !template.includes(href))
  return {
    early: [
      // The same mode as the client's fetch, because the browser would otherwise send the request twice.
      ...link('rel="preload" as="fetch" crossorigin="use-credentials"', calls),
      ...link('rel="modulepreload" crossorigin', missing(scripts)),
      ...link('rel="preload" as="style" crossorigin', missing(styles)),
    ].join('\n'),
    styles: link(stylesheet, missing(styles)).join('\n'),
  }
}

/**
 * Stylesheets do not delay the first paint of the frame: a stylesheet for print is loaded without blocking, and
 * `web/lib/styles.ts` applies it to the screen before the first render.
 */
const stylesheet = 'rel="stylesheet" media="print" crossorigin'

const html = 'text/html; charset=utf-8'

export function prepareDocuments(clientDir: string, settings: Settings, shownTerms: number) {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest
  // The settings the client needs are written into it: no request, and no wait, just to learn a name.
  const values = {
    APP_NAME: settings.APP_NAME,
    ORG_NAME: settings.ORG_NAME,
    AVATAR_SERVICE_URL: settings.AVATAR_SERVICE_URL ?? '',
    WORKER: settings.SERVICE_WORKER ? 'on' : 'off',
    TERMS: String(shownTerms),
  }
  const template = readFileSync(join(clientDir, 'index.html'), 'utf8')
    .replace(/%(APP_NAME|ORG_NAME|AVATAR_SERVICE_URL|WORKER|TERMS)%/g, (_match, name: keyof typeof values) =>
      escapeHtml(values[name]),
    )
    .replaceAll('rel="stylesheet" crossorigin', stylesheet)

  function draw(needs: Needs, visitor: 'yes' | ''): string {
    const { early, styles } = linksTo(manifest, template, needs)
    return template
      .replace('%FRAME%', needs.frame)
      .replace('%VISITOR%', visitor)
      .replace('<!--needs-->', early)
      .replace('</head>', `${styles}</head>`)
  }

  const drawn = new Map<string, ReadyText>()
  /** Made when first asked for: a few for every screen there is, whatever people type. */
  function bodyOf(path: string, person: { isVisitor: boolean; isBare: boolean }): ReadyText {
    const key = JSON.stringify([path, person])
    const body = drawn.get(key) ?? makeReady(draw(needsOf(path, person), person.isVisitor ? 'yes' : ''), html)
    drawn.set(key, body)
    return body
  }

  function sendDocument(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [address = '', search] = request.url.split('?', 2)
    const screen = screens.find(({ pattern }) => pattern.test(address))
    const body = bodyOf(screen?.path ?? '', {
      // Whoever comes without a cookie is nobody, and the client need not ask.
      isVisitor: !request.cookies[cookieName(request.server.origins)],
      // What stands behind ? decides what a list asks for, which the client knows alone.
      isBare: search === undefined,
    })
    return sendReady(request, reply, body, screen !== undefined)
  }

  /** For no address and nobody in particular: a device keeps it, and fills in the frame itself. */
  const kept = makeReady(template.replace('%VISITOR%', '').replace('<!--needs-->', ''), html)
  return { sendDocument, kept }
}
