// Tests sign-in with Google against a real OpenID provider, and against one that returns invalid responses.
import type { Server } from 'node:http'
import type { Page } from '@playwright/test'
import Provider from 'oidc-provider'
import { makeSessionOld } from '#e2e/support/database.ts'
import { createMember, expect, findToast, makeUnique, ownPassword, test } from '#e2e/support/fixtures.ts'
import { googlePorts as ports } from '#e2e/support/ports.ts'
import { startSecondServerInstance } from '#e2e/support/second-instance.ts'
import { type OpenIdProvider, startFakeOpenIdProvider } from '#server/test/fakes/openid-provider.ts'

const app = `http://localhost:${ports.program}`
const badApp = `http://localhost:${ports.badProgram}`
// The OpenID provider has its own host name, because browsers share cookies between the ports of a host.
const issuer = `http://127.0.0.1:${ports.provider}`
const badIssuer = `http://127.0.0.1:${ports.badProvider}`
const google = { GOOGLE_CLIENT_ID: 'perantau-ujian', GOOGLE_CLIENT_SECRET: 'rahsia-ujian' }

test.describe.configure({ mode: 'default' })
test.use({ baseURL: app, foreign: [issuer, badIssuer, badApp] })

/** Starts an OpenID provider in which each account is named by its email address. */
function startProvider(): Server {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: google.GOOGLE_CLIENT_ID,
        client_secret: google.GOOGLE_CLIENT_SECRET,
        redirect_uris: [`${app}/api/auth/google/callback`],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['kunci-ujian'] },
    pkce: { required: () => true },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Perantau Dari Google' }),
    }),
    // Grants the requested scopes without a consent page, as Google does for these scopes.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/masuk/${uid}` },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/masuk/')) return next()
    if (context.method === 'GET') {
      context.type = 'html'
      context.body = '<form method=post><input name=login aria-label=Akaun><button>Teruskan</button></form>'
      return
    }
    let body = ''
    for await (const chunk of context.req) body += chunk
    const accountId = new URLSearchParams(body).get('login') ?? ''
    context.respond = false
    await provider.interactionFinished(context.req, context.res, { login: { accountId } })
  })
  return provider.listen(ports.provider, '127.0.0.1')
}

let provider: Server
let badProvider: OpenIdProvider
let instances: Awaited<ReturnType<typeof startSecondServerInstance>>[] = []

test.beforeAll(async () => {
  provider = startProvider()
  badProvider = await startFakeOpenIdProvider(ports.badProvider)
  instances = await Promise.all([
    startSecondServerInstance(ports.program, { ...google, OIDC_ISSUER: issuer }),
    startSecondServerInstance(ports.badProgram, { ...google, OIDC_ISSUER: badIssuer }),
  ])
})
test.afterAll(async () => {
  await Promise.all(instances.map(instance => instance.stop()))
  provider.close()
  await badProvider.close()
})

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('Akaun', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Teruskan' }).click()
}

const createEmailAddress = () => `${makeUnique('google').replace(' ', '')}@contoh.my`

test('a new user signs up with Google, completes the membership application, signs in again, and erases the account', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  const email = createEmailAddress()
  const callbackUrls: string[] = []
  page.on('request', request => {
    if (request.url().includes('/google/callback')) callbackUrls.push(request.url())
  })
  await page.goto('/register')
  await page.getByRole('link', { name: 'Daftar dengan Google' }).click()
  await signInAtProvider(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akaun Menunggu Kelulusan')
  await expect(page.getByLabel('Nama penuh')).toHaveValue('Perantau Dari Google')
  await page.getByLabel('Negara semasa').selectOption('Japan')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Maklumat anda telah disimpan.')).toBeVisible()
  await expect(page.getByText('Email anda belum disahkan')).toBeHidden()

  await page.getByRole('button', { name: 'Log Keluar' }).click()
  await expect(page).toHaveURL('/login')
  // The server rejects a Google callback URL that was already used or is invented.
  for (const callbackUrl of [callbackUrls[0] ?? '', `${app}/api/auth/google/callback?code=x&state=rekaan`]) {
    await page.goto(callbackUrl)
    await expect(page).toHaveURL('/login?google=failed')
    await expect(page.getByRole('alert')).toContainText('Gagal log masuk dengan Google')
  }
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)

  // A user who is still signed in at Google is signed in without a prompt.
  await page.getByRole('link', { name: 'Log masuk dengan Google' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akaun Menunggu Kelulusan')
  await page.getByRole('button', { name: /^Padam akaun Untuk/ }).click()
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Padam selama-lamanya' })).toBeDisabled()
  await expectAccessible()
  await dialog.getByRole('link', { name: 'Sahkan dengan Google' }).click()
  // Before an account without a password is erased, Google asks the user to sign in again.
  await signInAtProvider(page, email)
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  await expect(dialog.getByText('Anda baru sahaja mengesahkan diri')).toBeVisible()
  // When the re-authentication is too old, a popup window asks for another one, after which the erasure continues.
  await makeSessionOld(email)
  await dialog.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  const popup = page.waitForEvent('popup')
  await page
    .getByRole('dialog', { name: 'Sahkan diri anda' })
    .getByRole('button', { name: 'Sahkan dengan Google' })
    .click()
  await signInAtProvider(await popup, email)
  await expect(page).toHaveURL('/login?notice=erased')
})

test('an account with a password is linked to Google after its owner has signed in with the password and confirmed the link', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  const email = await createMember('Sambung Binti Google')
  await page.goto('/login?redirect=/settings')
  await page.getByRole('link', { name: 'Log masuk dengan Google' }).click()
  await signInAtProvider(page, email)
  await expect(page).toHaveURL('/login?google=link&redirect=%2Fsettings')
  await expect(page.getByRole('alert')).toContainText('Sudah ada akaun dengan email ini')
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Kata laluan' }).fill(ownPassword)
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Sambungkan akaun Google ${email}?`)
  await expectAccessible()
  await page.getByRole('button', { name: 'Ya, sambungkan' }).click()
  await expect(page).toHaveURL('/settings')
  const section = page.getByRole('region', { name: 'Google', exact: true })
  await expect(section.getByText('Disambungkan', { exact: true })).toBeVisible()

  // In the settings the link to Google is removed, and created again while the user is signed in at Google.
  await section.getByRole('button').click()
  await section.getByRole('button', { name: 'Putuskan' }).click()
  await section.getByLabel('Kata laluan semasa').fill(ownPassword)
  await section.getByRole('button', { name: 'Putuskan' }).click()
  await expect(findToast(page, 'Sambungan Google telah diputuskan')).toBeVisible()
  await section.getByRole('button', { name: 'Sambungkan Google' }).click()
  await section.getByLabel('Kata laluan semasa').fill(ownPassword)
  await expectAccessible()
  await section.getByRole('button', { name: 'Teruskan ke Google' }).click()
  await page.getByRole('button', { name: 'Ya, sambungkan' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(section.getByText('Disambungkan', { exact: true })).toBeVisible()

  await page.context().clearCookies({ domain: 'localhost' })
  await page.goto('/login?redirect=/clubs')
  await page.getByRole('link', { name: 'Log masuk dengan Google' }).click()
  await expect(page).toHaveURL('/clubs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelab')
})

test('a user who signed up with Google can set a password after re-authentication with Google', {
  tag: '@long',
}, async ({ page }) => {
  const email = createEmailAddress()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Log masuk dengan Google' }).click()
  await signInAtProvider(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akaun Menunggu Kelulusan')
  await approveApplicantAsAdmin(page, email)
  await page.goto('/settings#password')
  // The sign-up with Google shows the terms only as a link, and consent is requested later.
  await page.getByLabel('Saya telah membaca').check()
  await page.getByLabel('Saya bersetuju keahlian politik').check()
  await page.getByRole('button', { name: 'Setuju dan teruskan' }).click()
  const section = page.getByRole('region', { name: 'Kata laluan' })
  await expect(section.getByRole('button', { name: 'Tetapkan kata laluan' })).toBeDisabled()
  await section.getByRole('link', { name: 'Sahkan dengan Google' }).click()
  await signInAtProvider(page, email)
  await expect(page).toHaveURL('/settings#password')
  await section.getByRole('textbox', { name: 'Kata laluan baharu' }).fill(ownPassword)
  await section.getByRole('textbox', { name: 'Sahkan kata laluan' }).fill(ownPassword)
  await section.getByRole('button', { name: 'Tetapkan kata laluan' }).click()
  await expect(findToast(page, 'Kata laluan anda telah ditukar')).toBeVisible()
  await expect(section.getByLabel('Kata laluan semasa')).toBeVisible()
})

async function approveApplicantAsAdmin(page: Page, email: string): Promise<void> {
  const admin = await page.context().browser()?.newContext({ baseURL: app })
  if (!admin) throw new Error('no browser')
  await admin.request.post('/api/auth/login', {
    data: { email: 'hq_admin@demo.test', password: 'perantau-demo' },
  })
  const [{ id }] = await (await admin.request.get(`/api/users?page=1&search=${email}`)).json()
  await admin.request.put(`/api/users/${id}/placement`, { data: { currentCountry: 'Japan', clubId: null } })
  expect((await admin.request.post(`/api/users/${id}/approve`)).status()).toBe(200)
  await admin.close()
}

test('signing in with Google fails with an explanation when the OpenID provider returns invalid responses', {
  tag: '@long',
}, async ({ page }) => {
  const faults: [misbehave: () => void, words: string][] = [
    [
      () => Object.assign(badProvider.userClaims, { email_verified: false }),
      'Google belum mengesahkan alamat email anda',
    ],
    [() => replaceClaims({ aud: 'aplikasi-lain' }), 'Gagal log masuk dengan Google'],
    [() => replaceClaims({ nonce: 'lain' }), 'Gagal log masuk dengan Google'],
    [() => replaceClaims({ iss: 'https://lain.example' }), 'Gagal log masuk dengan Google'],
    [() => setFault('wrong key'), 'Gagal log masuk dengan Google'],
  ]
  const replaceClaims = (changes: object) => {
    badProvider.tamper = claims => ({ ...claims, ...changes })
  }
  const setFault = (fault: OpenIdProvider['fault']) => {
    badProvider.fault = fault
  }
  await page.goto(`${badApp}/login`)
  for (const [misbehave, expectedText] of faults) {
    const email = createEmailAddress()
    badProvider.userClaims = { sub: email, email, email_verified: true, name: 'Penyamar' }
    badProvider.tamper = claims => claims
    misbehave()
    await page.getByRole('link', { name: 'Log masuk dengan Google' }).click()
    await expect(page.getByRole('alert')).toContainText(expectedText)
    expect((await page.request.get(`${badApp}/api/auth/me`)).status()).toBe(401)
  }
})
