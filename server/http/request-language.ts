// Runs each request in the language of its user.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '#server/env.ts'
import { type LanguageScope, runInScope } from '#server/language.ts'
import {
  isLanguage,
  isTextLanguage,
  type Language,
  languageCookie,
  pseudoLanguage,
  type TextLanguage,
} from '#shared/language/languages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    languageScope: LanguageScope | null
  }
}

type LanguageSettings = Pick<Settings, 'DEFAULT_LANGUAGE' | 'PSEUDO_LANGUAGE'>

/** Languages listed by an Accept-Language header (RFC 9110) with their quality values, most wanted first. */
function parseAcceptLanguage(header: string): { range: string; quality: number }[] {
  const entries = header.split(',').map(entry => {
    const [range = '', ...parameters] = entry.split(';').map(part => part.trim().toLowerCase())
    const [, weight = '1'] =
      parameters.map(parameter => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(parameter)).find(Boolean) ?? []
    return { range, quality: Number(weight) }
  })
  // The sort is stable: of two languages with the same quality value, the first one counts.
  return entries
    .filter(({ range, quality }) => range !== '' && quality > 0 && quality <= 1)
    .sort((a, b) => b.quality - a.quality)
}

/** Returns the language that the Accept-Language header wants most. Regions are ignored: en-AU is English. */
export function matchAcceptLanguage(header: string | undefined): Language | undefined {
  // A longer header is not from a browser.
  if (!header || header.length > 1000) return undefined
  return parseAcceptLanguage(header)
    .map(({ range }) => range.split('-', 1)[0])
    .find(isLanguage)
}

/** Returns the language chosen on the device, or undefined. The pseudo-language counts only where it is enabled. */
function readChosenLanguage(
  cookie: string | undefined,
  { PSEUDO_LANGUAGE }: LanguageSettings,
): TextLanguage | undefined {
  return isTextLanguage(cookie) && (cookie !== pseudoLanguage || PSEUDO_LANGUAGE) ? cookie : undefined
}

/**
 * Decides the language of a request or socket, in this order: the language chosen on the device (cookie), the language
 * stored for the signed-in user, the Accept-Language header, DEFAULT_LANGUAGE.
 */
export function decideLanguage(
  settings: LanguageSettings,
  cookie: string | undefined,
  acceptLanguage: string | undefined,
  stored?: Language | null,
): TextLanguage {
  return (
    readChosenLanguage(cookie, settings) ??
    stored ??
    matchAcceptLanguage(acceptLanguage) ??
    settings.DEFAULT_LANGUAGE
  )
}

function decideRequestLanguage(request: FastifyRequest, stored?: Language | null): TextLanguage {
  const { headers, server } = request
  // Requests that fail before the first hook have no parsed cookies.
  const cookies = request.cookies ?? server.parseCookie(headers.cookie ?? '')
  return decideLanguage(server.settings, cookies[languageCookie], headers['accept-language'], stored)
}

function getLanguageScope(request: FastifyRequest): LanguageScope {
  request.languageScope ??= { language: decideRequestLanguage(request) }
  return request.languageScope
}

/** Changes the language of a request to that stored for its user, unless another one was chosen on the device. */
export function applyStoredLanguage(request: FastifyRequest, stored: Language | undefined): void {
  getLanguageScope(request).language = decideRequestLanguage(request, stored)
}

/** Runs work in the language of a request, for code that Fastify calls outside the hooks of the request. */
export function runInRequestLanguage<Result>(request: FastifyRequest, work: () => Result): Result {
  return runInScope(getLanguageScope(request), work)
}

export function registerRequestLanguage(app: FastifyInstance): void {
  app.decorateRequest('languageScope', null)
  app.addHook('onRequest', (request, _reply, done) => runInRequestLanguage(request, done))
  // A request body arrives in events of the connection, which do not belong to the asynchronous context of onRequest.
  app.addHook('preValidation', (request, _reply, done) => runInRequestLanguage(request, done))
}
