import { setTimeout as sleep } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { runInLanguage } from '#server/language.ts'
import { buildTestSettings, findFreePort, setUpApp } from '#server/test/harness/app.ts'
import { pauseRequestBeforeEndOfBody } from '#server/test/harness/paused-request.ts'
import type { TextLanguage } from '#shared/language/languages.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { matchAcceptLanguage, registerRequestLanguage } from './request-language.ts'

describe('matchAcceptLanguage', () => {
  test.each([
    ['en', 'en'],
    ['ms-MY,ms;q=0.9,en;q=0.8', 'ms'],
    ['en-AU, ms;q=0.9', 'en'],
    ['ms;q=0.4, EN-GB ; Q=0.5', 'en'],
    ['de, fr;q=0.9, en;q=0.1', 'en'],
    ['en;q=0.5, ms;q=0.5', 'en'],
    ['en;q=0, ms;q=0.001', 'ms'],
    ['en;q=2, ms', 'ms'],
    ['de, *', undefined],
    ['en-XA', 'en'],
    ['', undefined],
    [undefined, undefined],
    [`${'x,'.repeat(600)}en`, undefined],
  ])('matchAcceptLanguage returns for the Accept-Language header %j the language %j', (header, language) => {
    expect(matchAcceptLanguage(header)).toBe(language)
  })
})

describe('language of a response', () => {
  const target = setUpApp()
  const headings: Record<string, string> = {
    ms: 'Halaman ini tidak wujud',
    en: 'This page does not exist',
  }
  const buildLanguageHeaders = (chosen?: string, accepted?: string) => ({
    ...(chosen && { cookie: `language=${chosen}` }),
    ...(accepted && { 'accept-language': accepted }),
  })

  test.each([
    ['the cookie before Accept-Language', 'en', 'ms', 'en'],
    ['the cookie before Accept-Language', 'ms', 'en', 'ms'],
    ['Accept-Language without a cookie', undefined, 'en-GB,en;q=0.9', 'en'],
    ['Accept-Language when the cookie is no language', 'de', 'en', 'en'],
    ['Accept-Language when the pseudo-language is off', 'en-XA', 'ms', 'ms'],
    ['DEFAULT_LANGUAGE without both', undefined, undefined, 'ms'],
  ] as const)(
    'pages and error messages are in the language %s (cookie %s, header %s)',
    async (_, chosen, accepted, language) => {
      const headers = buildLanguageHeaders(chosen, accepted)
      const page = await target.app.inject({ url: '/a/tiada', headers })
      expect(page.body).toContain(`<html lang="${language}"`)
      expect(page.body).toContain(headings[language])
      expect(page.headers.vary).toBe('accept-encoding, accept-language, cookie')
      const error = await target.app.inject({ url: '/api/tiada', headers })
      expect(error.json().message).toBe(runInLanguage(language, () => new AppError(404, 'not_found').message))
    },
  )

  test('exports are in the language stored for the user, unless the user has chosen another language on the device', async () => {
    const hq = await target.asNew({ role: 'hq_admin', language: 'en' })
    const readLanguageOfPage = async (headers: Record<string, string>) => {
      const url = '/api/data-register/export?format=csv'
      const { body, headers: sent } = await target.app.inject({ url, headers })
      const [titles = '', firstRow] = body.replace('\uFEFF', '').split('\r\n')
      return [sent['content-disposition'], titles.split(',')[0], firstRow?.split(',').at(-1)]
    }
    const english = [expect.stringContaining('data-register-'), 'Purpose', 'users']
    expect(await readLanguageOfPage({ cookie: hq.cookie, 'accept-language': 'ms' })).toEqual(english)
    const malay = [expect.stringContaining('daftar-data-'), 'Tujuan', 'users']
    expect(
      await readLanguageOfPage({ cookie: `${hq.cookie}; language=ms`, 'accept-language': 'en' }),
    ).toEqual(malay)
  })
})

describe('registerRequestLanguage', () => {
  const app = Fastify()
  app.decorate('settings', buildTestSettings({ DEFAULT_LANGUAGE: 'ms', PSEUDO_LANGUAGE: 'on' }))
  app.register(cookie)
  app.register(async scope => {
    registerRequestLanguage(scope)
    scope.get('/api/auth/me', async () => 'ok')
    scope.post('/', async () => {
      const languages = [getLanguage()]
      await sleep(0)
      languages.push(getLanguage())
      await new Promise(setImmediate)
      return [...languages, getLanguage()]
    })
  })
  afterAll(() => app.close())

  test('concurrent requests keep their languages while their bodies arrive and their handlers wait', async () => {
    const port = await findFreePort()
    await app.listen({ port, host: '127.0.0.1' })
    const wanted: TextLanguage[] = ['en', 'ms', 'en-XA', 'en', 'ms', 'en-XA']
    const paused = await Promise.all(
      wanted.map(language =>
        pauseRequestBeforeEndOfBody(
          `http://127.0.0.1:${port}`,
          'POST',
          '/',
          { cookie: `language=${language}` },
          {},
        ),
      ),
    )
    const responses = await Promise.all(paused.map(({ finish }) => finish()))
    expect(responses.map(({ body }) => JSON.parse(body))).toEqual(
      wanted.map(language => [language, language, language]),
    )
  })
})
