import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type Said, writeBody, writeToken } from '#shared/card-token.ts'
import { type Look, lookInto } from './look-into.ts'
import { VerifyResult } from './VerifyResult.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const certificate: Said = {
  kind: 'certificate',
  keyId: 1,
  issuedAt: 0,
  expiresAt: null,
  person: 1,
  about: 1,
  words: { fullName: 'Aminah', membershipNumber: '', club: '', title: 'Kenduri', day: '1 Jan 2026' },
}
const shown = (look: Look) =>
  renderToStaticMarkup(
    <MantineProvider>
      <VerifyResult look={look} />
    </MantineProvider>,
  )

test('a certificate says nothing about whether somebody is still a member', () => {
  const html = shown({ verdict: 'outdated', said: certificate, checkedAt: new Date(0).toISOString() })
  expect(html).toContain('Kenduri')
  expect(html).not.toContain('Keahlian')
})

test('a server that has too much to do leaves one unsure, not waiting', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
  const token = writeToken(writeBody(certificate), new Uint8Array(64))
  const look = await lookInto(token)
  expect(look.verdict).toBe('unsure')
  expect(shown(look)).not.toContain('Aminah')
})
