// At the door of an activity, with a camera that sees the codes it is shown.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readToken, type Said, writeBody, writeToken } from '#shared/card-token.ts'
import { cameraArgs, showToCamera } from './camera.ts'
import { enter, expect, newMember, test, unique } from './fixtures.ts'
import { enterAs } from './people.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs] })
  },
})

const view = (page: Page, name: string) => page.getByText(name, { exact: true })
const latest = (page: Page) =>
  page.getByRole('region', { name: 'Yang terkini' }).getByRole('listitem').first()

/** Holds a card in front of this device's camera, until something was said about it. Every open camera sees the same. */
async function expectScanned(page: Page, code: string, said: string): Promise<void> {
  showToCamera(code)
  await view(page, 'Imbas kad').click()
  await expect(latest(page)).toContainText(said)
  await view(page, 'Senarai').click()
}

/** Somebody with a card, at a device of their own. */
async function newPerson(browser: Parameters<typeof enterAs>[0], name: string) {
  const fullName = unique(name)
  const page = await enterAs(browser, await newMember(fullName))
  const { address } = await (await page.request.get('/api/card')).json()
  return { page, fullName, address: address as string }
}

test('cards at the door: in, twice, a stranger’s, forged, expired; offline at two doors and back; and by oneself', {
  tag: '@long',
}, async ({ browser }) => {
  const [ana, budi, cik, dina] = [
    await newPerson(browser, 'Ana'),
    await newPerson(browser, 'Budi'),
    await newPerson(browser, 'Cik'),
    await newPerson(browser, 'Dina'),
  ]
  const door = await enter(browser, 'hq_admin')
  const startDate = new Date(Date.now() + 3_600_000).toISOString()
  const question = { id: randomUUID(), text: 'Ada alahan makanan?', isRequired: true, choices: [] }
  const made = await door.request.post('/api/activities', {
    data: { title: unique('Pintu'), startDate, questions: [question], allowsWalkIns: true },
  })
  const { id } = await made.json()
  const joining = { data: { answers: { [question.id]: 'Tiada' } } }
  for (const { page } of [ana, budi])
    expect((await page.request.post(`/api/activities/${id}/join`, joining)).status()).toBe(200)

  await door.goto(`/activities/${id}/check-in`)
  await expect(door.getByText('0 daripada 2 sudah hadir')).toBeVisible()
  await expectScanned(door, ana.address, `${ana.fullName}Masuk`)
  await expect(door.getByText('1 daripada 2 sudah hadir')).toBeVisible()
  await expectScanned(door, ana.address, `${ana.fullName}Sudah hadir`)
  await expectScanned(door, cik.address, `${cik.fullName}Tiada dalam senarai`)
  showToCamera()
  await view(door, 'Imbas kad').click()
  await door.getByRole('button', { name: 'Tambah dan daftar masuk' }).click()
  await expect(latest(door)).toContainText(`${cik.fullName}Ditambah dan masuk`)
  await view(door, 'Senarai').click()
  const read = readToken(budi.address)
  if (!read) throw new Error('no card')
  const words = { ...(read.said as Said<'card'>).words, fullName: 'Orang Lain' }
  await expectScanned(
    door,
    writeToken(writeBody({ ...read.said, words } as Said), read.signature),
    'Bukan kad kami',
  )

  // At another door, a month later by its clock, and then today.
  const other = await enter(browser, 'system_admin')
  await other.clock.setFixedTime(Date.now() + 31 * 86_400_000)
  await other.goto(`/activities/${id}/check-in`)
  await expectScanned(other, ana.address, `${ana.fullName}Kad luput`)
  await other.clock.setFixedTime(Date.now())
  await expectScanned(other, ana.address, `${ana.fullName}Sudah hadir`)

  // Both without a network, both see the same person.
  for (const one of [door, other]) {
    await one.context().setOffline(true)
    await expectScanned(one, budi.address, `${budi.fullName}Masuk`)
    await expect(one.getByText('1 tanda kehadiran disimpan pada peranti ini')).toBeVisible()
  }
  await door.context().setOffline(false)
  await expect(door.getByText('1 tanda kehadiran disimpan pada peranti ini')).toBeHidden()
  await other.context().setOffline(false)
  const clash = other.getByRole('alert').filter({ hasText: 'Perlu perhatian' })
  await expect(clash).toContainText(`${budi.fullName}: Sudah hadir`)
  await expect(other.getByText('3 daripada 3 sudah hadir')).toBeVisible()

  // The code at the venue admits a walk-in after the required question; an expired code does not.
  await view(door, 'Kod di pintu').click()
  await expect(door.getByRole('img', { name: 'Kod untuk daftar masuk sendiri' })).toBeVisible()
  await dina.page.goto(`/check-in/${id}#AAAAAAAAAAAAAAAAAAAAAA`)
  await expect(dina.page.getByText('Kod ini sudah bertukar.')).toBeVisible()
  const { address } = await (await door.request.get(`/api/check-in/${id}/code`)).json()
  await dina.page.goto(address)
  await dina.page.getByRole('button', { name: 'Daftar masuk' }).click()
  await expect(dina.page.getByText('Sila jawab soalan ini')).toBeVisible()
  await dina.page.getByLabel(question.text).fill('Kacang')
  await dina.page.getByRole('button', { name: 'Daftar masuk' }).click()
  await expect(dina.page.getByRole('heading', { name: 'Anda ditambah dan didaftarkan masuk' })).toBeVisible()
  const { guests } = await (await door.request.get(`/api/check-in/${id}`)).json()
  expect(guests.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('attended'))

  // Once it has begun, whoever came has it on their own page, with a certificate to keep.
  const begun = await door.request.post(`/api/activities/${id}/status`, { data: { status: 'ongoing' } })
  expect(begun.status()).toBe(204)
  await ana.page.goto('/profile')
  const certificate = ana.page.waitForEvent('download')
  await ana.page.getByRole('button', { name: /^Muat turun sijil kehadiran: Pintu/ }).click()
  const pdf = await readFile(await (await certificate).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // The picture itself is in it, and not an empty one.
  expect(pdf.length).toBeGreaterThan(50_000)

  // Anybody checks a card, also once the network is gone; of a forged one nothing is said but that.
  const visitor = await (await browser.newContext({ baseURL: new URL(address).origin })).newPage()
  await visitor.goto(ana.address)
  const result = visitor.getByRole('status', { name: 'Keputusan semakan' })
  await expect(result).toContainText('Disemak dengan pelayan')
  await expect(result).toContainText(ana.fullName)
  showToCamera(`${budi.address.slice(0, -6)}AAAAAA`)
  await visitor.getByRole('button', { name: 'Semak kad lain' }).click()
  await expect(result).toContainText('Bukan daripada kami')
  await expect(result).not.toContainText(budi.fullName)
  await visitor.getByRole('button', { name: 'Tutup kamera' }).click()
  await visitor.context().setOffline(true)
  showToCamera(budi.address)
  await visitor.getByRole('button', { name: 'Semak kad lain' }).click()
  await expect(result).toContainText('Pelayan tidak dapat dihubungi')
  await expect(result.getByRole('heading', { name: 'Sah' })).toBeVisible()
  await expect(result).toContainText(budi.fullName)
})

test('the door page opens the scanner and checks cards in after the network is gone, without a service worker', async ({
  browser,
}) => {
  const ana = await newPerson(browser, 'Ana')
  const door = await enter(browser, 'hq_admin')
  const startDate = new Date(Date.now() + 3_600_000).toISOString()
  const made = await door.request.post('/api/activities', { data: { title: unique('Pintu'), startDate } })
  const { id } = await made.json()
  expect((await ana.page.request.post(`/api/activities/${id}/join`)).status()).toBe(200)
  await door.goto(`/activities/${id}/check-in`)
  await expect(door.getByText('0 daripada 1 sudah hadir')).toBeVisible()
  await door.waitForLoadState('networkidle')
  expect(await door.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await door.context().setOffline(true)
  await expectScanned(door, ana.address, `${ana.fullName}Masuk`)
  await view(door, 'Kod di pintu').click()
  await expect(door.getByRole('alert')).toContainText('Sambungan ke pelayan terputus')
  await view(door, 'Senarai').click()
  await expect(door.getByText('1 daripada 1 sudah hadir')).toBeVisible()
})
