import { describe, expect, it } from 'vitest'
import { setUpApp } from '#server/test/harness/app.ts'

const target = setUpApp()
const origin = 'http://perantau.test'

function postJson(url: string, payload: object | undefined, remoteAddress: string) {
  return target.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { origin } })
}

const lookUpInvitation = (token: string, ipAddress: string) =>
  postJson('/api/auth/join/look', { token }, ipAddress)
const buildInvalidToken = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}_guess`

async function createInvitation(): Promise<string> {
  const admin = await target.asNew({ role: 'hq_admin' })
  const made = await admin.call('POST', '/api/invitations', { country: 'Japan', most: 100, days: 7 })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().link.split('#')[1]
}

describe('limitAttemptsWithInvalidMailedLinks', () => {
  it('limitAttemptsWithInvalidMailedLinks returns 429 with Retry-After after 100 failed look-ups from one IP address, even if concurrent', async () => {
    const responses = await Promise.all(
      Array.from({ length: 130 }, (_, n) => lookUpInvitation(buildInvalidToken(n), '10.1.0.1')),
    )
    const filterResponsesByStatus = (status: number) =>
      responses.filter(({ statusCode }) => statusCode === status)
    expect([filterResponsesByStatus(400).length, filterResponsesByStatus(429).length]).toEqual([100, 30])
    for (const { headers } of filterResponsesByStatus(429))
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    const token = await createInvitation()
    expect((await lookUpInvitation(token, '10.1.0.1')).statusCode).toBe(429)
    expect((await lookUpInvitation(token, '10.1.0.2')).statusCode).toBe(200)
  })

  it('limitAttemptsWithInvalidMailedLinks does not count look-ups of valid links', async () => {
    const token = await createInvitation()
    const responses = await Promise.all(
      Array.from({ length: 150 }, () => lookUpInvitation(token, '10.2.0.1')),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(150)
    expect((await lookUpInvitation(buildInvalidToken(1), '10.2.0.1')).statusCode).toBe(400)
  })

  it('limitAttemptsWithInvalidMailedLinks has one limit for failed look-ups of all kinds of links together', async () => {
    const password = 'ombak-biru-77'
    const kinds: [url: string, body?: object][] = [
      ['/api/auth/join', { token: buildInvalidToken(1), password, terms: true }],
      ['/api/auth/confirm-email', { token: buildInvalidToken(1) }],
      ['/api/auth/reset-password', { token: buildInvalidToken(1), password }],
      ['/api/auth/not-me', { token: buildInvalidToken(1) }],
      [`/api/unsubscribe/${buildInvalidToken(1)}`],
    ]
    const readOutcomes = async () =>
      Object.fromEntries(
        await Promise.all(
          kinds.map(async ([url, body]) => {
            const response = await postJson(url, body, '10.3.0.1')
            return [url, [response.statusCode, response.json().code]] as const
          }),
        ),
      )
    const buildOutcomesForAll = (outcome: [number, string]) =>
      Object.fromEntries(kinds.map(([url]) => [url, outcome]))
    expect(await readOutcomes()).toEqual(buildOutcomesForAll([400, 'bad_link']))
    const [firstResponse] = await Promise.all(
      Array.from({ length: 95 }, (_, n) => lookUpInvitation(buildInvalidToken(n), '10.3.0.1')),
    )
    expect(firstResponse?.statusCode).toBe(400)
    expect(await readOutcomes()).toEqual(buildOutcomesForAll([429, 'too_many_attempts']))
  })
})
