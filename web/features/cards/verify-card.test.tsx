import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeCardToken, encodeCardTokenBody, type TokenPayload } from '#shared/cards/card-token.ts'
import { setCurrentLanguageGetter } from '#shared/language/texts.ts'
import { CardOrCertificateVerificationResult } from './CardOrCertificateVerificationResult.tsx'
import { type VerificationResult, verifyCardOrCertificate } from './verify-card.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setCurrentLanguageGetter(() => 'ms')
})

const certificate: TokenPayload = {
  kind: 'certificate',
  keyId: 1,
  issuedAt: 0,
  expiresAt: null,
  person: 1,
  about: 1,
  words: { fullName: 'Aminah', membershipNumber: '', club: '', title: 'Kenduri', day: '1 Jan 2026' },
}
const renderResult = (result: VerificationResult) =>
  renderToStaticMarkup(
    <MantineProvider>
      <CardOrCertificateVerificationResult result={result} />
    </MantineProvider>,
  )

test('the verification result of an outdated attendance certificate does not mention the membership', () => {
  const html = renderResult({
    verdict: 'outdated',
    payload: certificate,
    checkedAt: new Date(0).toISOString(),
  })
  expect(html).toContain('Kenduri')
  expect(html).not.toContain('Keahlian')
})

test.each([
  ['ms', 'Kha, 1 Jan 2026'],
  ['en', 'Thu, 1 Jan 2026'],
] as const)('the verification result shows the date of a certificate in %s', (language, day) => {
  setCurrentLanguageGetter(() => language)
  const words = { ...certificate.words, day: '2026-01-01' }
  const show = (payload: TokenPayload) =>
    renderResult({ verdict: 'valid', payload, checkedAt: new Date(0).toISOString() })
  expect(show({ ...certificate, words } as TokenPayload)).toContain(day)
  // Certificates issued by earlier releases write the date in words.
  expect(show(certificate)).toContain('1 Jan 2026')
})

test('verifyCardOrCertificate returns "unsure" without a name when the server returns 503 and no key is cached', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
  const token = encodeCardToken(encodeCardTokenBody(certificate), new Uint8Array(64))
  const result = await verifyCardOrCertificate(token)
  expect(result.verdict).toBe('unsure')
  expect(renderResult(result)).not.toContain('Aminah')
})
