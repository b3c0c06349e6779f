// Runs each request in the language of its user, so that all texts of the response are in this language.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '#server/env.ts'
import { type LanguageScope, runWithMutableLanguageScope } from '#server/language.ts'
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

/** Reads the quality value (weight) of a language in Accept-Language: 1 when it is missing, 0 when it is invalid. */
function parseLanguageQuality(parameters: string[]): number {
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return 1
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}

/** Lists the languages of an Accept-Language header (RFC 9110), most wanted first, without those of quality 0. */
function parseAcceptLanguage(header: string): string[] {
  const entries = header
    .toLowerCase()
    .split(',')
    .map(entry => {
      const [range = '', ...parameters] = entry.split(';').map(part => part.trim())
      return { range, quality: parseLanguageQuality(parameters) }
    })
  // The sort keeps the header's order of languages that have the same quality value (weight).
  return entries
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range)
}

/** Returns the language that the Accept-Language header wants most. Regions are ignored: en-AU is English. */
export function matchAcceptLanguage(header: string | undefined): Language | undefined {
  // A longer Accept-Language header than browsers send is ignored, because parsing it takes time.
  if (!header || header.length > 1000) return undefined
  return parseAcceptLanguage(header)
    .map(range => range.split('-', 1)[0])
    .find(isLanguage)
}

/**
 * Returns the language chosen on the device, or undefined. The pseudo-language (for tests) is ignored unless a setting
 * enables it.
 */
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
export function chooseRequestLanguage(
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
  // A request that fails very early has no parsed cookies, so its Cookie header is parsed now.
  const cookies = request.cookies ?? server.parseCookie(headers.cookie ?? '')
  return chooseRequestLanguage(server.settings, cookies[languageCookie], headers['accept-language'], stored)
}

function getLanguageScope(request: FastifyRequest): LanguageScope {
  request.languageScope ??= { language: decideRequestLanguage(request) }
  return request.languageScope
}

/** Changes the language of a request to the one stored for its user, unless the device has chosen a language. */
export function setRequestLanguageToStoredUserLanguage(
  request: FastifyRequest,
  stored: Language | undefined,
): void {
  getLanguageScope(request).language = decideRequestLanguage(request, stored)
}

/** Runs work in the language of a request, for code that Fastify calls outside the request's hooks. */
export function runInRequestLanguage<Result>(request: FastifyRequest, work: () => Result): Result {
  return runWithMutableLanguageScope(getLanguageScope(request), work)
}

/**
 * Fastify keeps the asynchronous context that the onRequest hook sets until the response, also while a request body
 * arrives.
 */
export function registerRequestLanguage(app: FastifyInstance): void {
  app.decorateRequest('languageScope', null)
  app.addHook('onRequest', (request, _reply, done) => runInRequestLanguage(request, done))
}
