// Tests check-in at an activity, with a simulated camera that shows QR codes.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cameraArgs, showQrCodeToCamera } from '#e2e/support/camera.ts'
import { createMember, expect, makeUnique, openPageSignedInAs, test } from '#e2e/support/fixtures.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import {
  decodeCardToken,
  encodeCardToken,
  encodeCardTokenBody,
  type TokenPayload,
} from '#shared/cards/card-token.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs] })
  },
})

const findViewOption = (page: Page, name: string) => page.getByText(name, { exact: true })
const findLatestScan = (page: Page) =>
  page.getByRole('region', { name: 'Yang terkini' }).getByRole('listitem').first()

/** Shows a membership card to the simulated camera and waits for the result. All open cameras see the same code. */
async function expectScanned(page: Page, code: string, expectedText: string): Promise<void> {
  showQrCodeToCamera(code)
  await findViewOption(page, 'Imbas kad').click()
  await expect(findLatestScan(page)).toContainText(expectedText)
  await findViewOption(page, 'Senarai').click()
}

/** Creates a member with a membership card and opens a browser for that member. */
async function createCardHolder(browser: Parameters<typeof openPageSignedInAsMember>[0], name: string) {
  const fullName = makeUnique(name)
  const page = await openPageSignedInAsMember(browser, await createMember(fullName))
  const { address } = await (await page.request.get('/api/card')).json()
  return { page, fullName, address: address as string }
}

test('check-in accepts each membership card once, rejects foreign, forged and expired cards, and combines offline scans of two devices', {
  tag: '@long',
}, async ({ browser }) => {
  const [ana, budi, cik, dina] = [
    await createCardHolder(browser, 'Ana'),
    await createCardHolder(browser, 'Budi'),
    await createCardHolder(browser, 'Cik'),
    await createCardHolder(browser, 'Dina'),
  ]
  const scanner = await openPageSignedInAs(browser, 'hq_admin')
  const startDate = new Date(Date.now() + 3_600_000).toISOString()
  const question = { id: randomUUID(), text: 'Ada alahan makanan?', isRequired: true, choices: [] }
  const created = await scanner.request.post('/api/activities', {
    data: { title: makeUnique('Pintu'), startDate, questions: [question], allowsWalkIns: true },
  })
  const { id } = await created.json()
  const joinRequest = { data: { answers: { [question.id]: 'Tiada' } } }
  for (const { page } of [ana, budi])
    expect((await page.request.post(`/api/activities/${id}/join`, joinRequest)).status()).toBe(200)

  await scanner.goto(`/activities/${id}/check-in`)
  await expect(scanner.getByText('0 daripada 2 sudah hadir')).toBeVisible()
  await expectScanned(scanner, ana.address, `${ana.fullName}Masuk`)
  await expect(scanner.getByText('1 daripada 2 sudah hadir')).toBeVisible()
  await expectScanned(scanner, ana.address, `${ana.fullName}Sudah hadir`)
  await expectScanned(scanner, cik.address, `${cik.fullName}Tiada dalam senarai`)
  showQrCodeToCamera()
  await findViewOption(scanner, 'Imbas kad').click()
  await scanner.getByRole('button', { name: 'Tambah dan daftar masuk' }).click()
  await expect(findLatestScan(scanner)).toContainText(`${cik.fullName}Ditambah dan masuk`)
  await findViewOption(scanner, 'Senarai').click()
  const token = decodeCardToken(budi.address)
  if (!token) throw new Error('no card')
  const claims = { ...(token.payload as TokenPayload<'card'>).words, fullName: 'Orang Lain' }
  await expectScanned(
    scanner,
    encodeCardToken(
      encodeCardTokenBody({ ...token.payload, words: claims } as TokenPayload),
      token.signature,
    ),
    'Bukan kad kami',
  )

  // A second device checks members in, first with its clock a month ahead, then with the right time.
  const secondScanner = await openPageSignedInAs(browser, 'system_admin')
  await secondScanner.clock.setFixedTime(Date.now() + 31 * 86_400_000)
  await secondScanner.goto(`/activities/${id}/check-in`)
  await expectScanned(secondScanner, ana.address, `${ana.fullName}Kad luput`)
  await secondScanner.clock.setFixedTime(Date.now())
  await expectScanned(secondScanner, ana.address, `${ana.fullName}Sudah hadir`)

  // Two check-in devices scan the same member while both are offline.
  for (const device of [scanner, secondScanner]) {
    await device.context().setOffline(true)
    await expectScanned(device, budi.address, `${budi.fullName}Masuk`)
    await expect(device.getByText('1 tanda kehadiran disimpan pada peranti ini')).toBeVisible()
  }
  await scanner.context().setOffline(false)
  await expect(scanner.getByText('1 tanda kehadiran disimpan pada peranti ini')).toBeHidden()
  await secondScanner.context().setOffline(false)
  const conflict = secondScanner.getByRole('alert').filter({ hasText: 'Perlu perhatian' })
  await expect(conflict).toContainText(`${budi.fullName}: Sudah hadir`)
  await expect(secondScanner.getByText('3 daripada 3 sudah hadir')).toBeVisible()

  // The code at the venue admits a walk-in (a member who has not joined) after the required question.
  // An expired venue code does not admit a walk-in.
  await findViewOption(scanner, 'Kod QR').click()
  await expect(scanner.getByRole('img', { name: 'Kod untuk daftar masuk sendiri' })).toBeVisible()
  await dina.page.goto(`/check-in/${id}#AAAAAAAAAAAAAAAAAAAAAA`)
  await expect(dina.page.getByText('Kod ini sudah bertukar.')).toBeVisible()
  const { address } = await (await scanner.request.get(`/api/check-in/${id}/code`)).json()
  await dina.page.goto(address)
  await dina.page.getByRole('button', { name: 'Daftar masuk' }).click()
  await expect(dina.page.getByText('Sila jawab soalan ini')).toBeVisible()
  await dina.page.getByLabel(question.text).fill('Kacang')
  await dina.page.getByRole('button', { name: 'Daftar masuk' }).click()
  await expect(dina.page.getByRole('heading', { name: 'Anda ditambah dan didaftarkan masuk' })).toBeVisible()
  const { guests } = await (await scanner.request.get(`/api/check-in/${id}`)).json()
  expect(guests.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('attended'))

  // Once the activity has begun, attendees can download a certificate on their profile.
  const started = await scanner.request.post(`/api/activities/${id}/status`, { data: { status: 'ongoing' } })
  expect(started.status()).toBe(204)
  await ana.page.goto('/profile')
  const certificate = ana.page.waitForEvent('download')
  await ana.page.getByRole('button', { name: /^Muat turun sijil kehadiran: Pintu/ }).click()
  const pdf = await readFile(await (await certificate).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // The certificate of attendance contains the rendered picture, not an empty page.
  expect(pdf.length).toBeGreaterThan(50_000)

  // Visitors can verify a membership card, also offline. For a forged card the result contains no name.
  const visitor = await (await browser.newContext({ baseURL: new URL(address).origin })).newPage()
  await visitor.goto(ana.address)
  const result = visitor.getByRole('status', { name: 'Keputusan semakan' })
  await expect(result).toContainText('Disemak dengan rekod terkini')
  await expect(result).toContainText(ana.fullName)
  showQrCodeToCamera(`${budi.address.slice(0, -6)}AAAAAA`)
  await visitor.getByRole('button', { name: 'Semak kad lain' }).click()
  await expect(result).toContainText('Bukan daripada kami')
  await expect(result).not.toContainText(budi.fullName)
  await visitor.getByRole('button', { name: 'Tutup kamera' }).click()
  await visitor.context().setOffline(true)
  showQrCodeToCamera(budi.address)
  await visitor.getByRole('button', { name: 'Semak kad lain' }).click()
  await expect(result).toContainText('Rekod terkini tidak dapat dicapai')
  await expect(result.getByRole('heading', { name: 'Sah' })).toBeVisible()
  await expect(result).toContainText(budi.fullName)
})

test('the check-in page still scans membership cards after the network is lost, without a service worker', async ({
  browser,
}) => {
  const ana = await createCardHolder(browser, 'Ana')
  const scanner = await openPageSignedInAs(browser, 'hq_admin')
  const startDate = new Date(Date.now() + 3_600_000).toISOString()
  const created = await scanner.request.post('/api/activities', {
    data: { title: makeUnique('Pintu'), startDate },
  })
  const { id } = await created.json()
  expect((await ana.page.request.post(`/api/activities/${id}/join`)).status()).toBe(200)
  await scanner.goto(`/activities/${id}/check-in`)
  await expect(scanner.getByText('0 daripada 1 sudah hadir')).toBeVisible()
  await scanner.waitForLoadState('networkidle')
  expect(await scanner.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await scanner.context().setOffline(true)
  await expectScanned(scanner, ana.address, `${ana.fullName}Masuk`)
  await findViewOption(scanner, 'Kod QR').click()
  await expect(scanner.getByRole('alert')).toContainText('Sambungan ke pelayan terputus')
  await findViewOption(scanner, 'Senarai').click()
  await expect(scanner.getByText('1 daripada 1 sudah hadir')).toBeVisible()
})
