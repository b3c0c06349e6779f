// npm run screenshots: takes pictures of all screens and overlays of the demo, and those of the user guide.
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { listShellUrlsForCrawl, visitorStops } from '#e2e/support/crawl-stops.ts'
import { type Account, expect, signIn, test } from '#e2e/support/fixtures.ts'
import { showWebFont, waitUntilPageSettled } from '#e2e/support/layout-checks.ts'
import { overlays } from '#e2e/support/overlays.ts'
import { port } from '#e2e/support/ports.ts'

const heights = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 }

async function openDevice(
  browser: Browser,
  account: Account | undefined,
  { width, height }: { width: number; height: number },
  colorScheme: 'light' | 'dark' = 'light',
  deviceScaleFactor = 1,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport: { width, height },
    isMobile: width < 768,
    hasTouch: width < 768,
    colorScheme,
    deviceScaleFactor,
  })
  if (account) await signIn(context, account)
  return context.newPage()
}

for (const [wide, height] of Object.entries(heights))
  for (const scheme of ['light', 'dark'] as const)
    test(`takes pictures of every screen, ${wide} px wide, ${scheme} theme`, async ({ browser }) => {
      test.setTimeout(600_000)
      const size = { width: Number(wide), height }
      const folder = `screenshots/${wide}-${scheme}`
      const adminPage = await openDevice(browser, 'system_admin', size, scheme)
      const visitorPage = await openDevice(browser, undefined, size, scheme)
      for (const [page, stops] of [
        [adminPage, await listShellUrlsForCrawl(adminPage)],
        [visitorPage, visitorStops],
      ] as const)
        for (const { name, path } of stops) {
          await page.goto(path)
          await showWebFont(page)
          await waitUntilPageSettled(page)
          await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
        }
      for (const { name, path, open } of overlays) {
        await adminPage.goto(path)
        await open(adminPage)
        await showWebFont(adminPage)
        await waitUntilPageSettled(adminPage)
        await adminPage.screenshot({ path: `${folder}/${name}.png` })
      }
      for (const page of [adminPage, visitorPage]) await page.context().close()
    })

interface GuidePicture {
  file: string
  account: Account
  on: 'phone' | 'desk'
  path: string | ((page: Page) => Promise<string>)
  before?: (page: Page) => Promise<void>
}

const importRows = [
  'Nama Penuh,Email,No. Kad Pengenalan,Telefon,Kursus',
  'Nurul Huda binti Ismail,nurul.huda@contoh.my,000214-10-5566,+44 7700 900201,Undang-undang',
  'Wong Jia Hui,jia.hui@contoh.my,990830-07-5128,+44 7700 900202,Perubatan',
  'Arjun a/l Suresh,arjun@contoh.my,010105-14-5513,+44 7700 900203,Kejuruteraan awam',
  'Faris,bukan-alamat,991332-10-1234,,',
]

async function uploadList(page: Page): Promise<string> {
  const file = { name: 'ahli-kelab.csv', mimeType: 'text/csv', buffer: Buffer.from(importRows.join('\n')) }
  const response = await page.request.post('/api/imports', { multipart: { file } })
  expect(response.status()).toBe(201)
  const { id } = await response.json()
  return `/imports/${id}`
}

const clickButton = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

const pictures: GuidePicture[] = [
  { file: 'ahli-dashboard', account: 'member', on: 'phone', path: '/dashboard' },
  { file: 'ahli-kad', account: 'member', on: 'phone', path: '/card' },
  { file: 'ahli-aktiviti', account: 'member', on: 'phone', path: '/activities?scope=all' },
  {
    file: 'ahli-perbualan',
    account: 'member',
    on: 'phone',
    path: '/communication?tab=club',
    before: page =>
      page
        .getByRole('region', { name: 'Kumpulan' })
        .getByRole('listitem')
        .getByRole('button')
        .first()
        .click(),
  },
  {
    file: 'kelab-jemput',
    account: 'club_admin_ln',
    on: 'desk',
    path: '/invitations',
    before: async page => {
      await clickButton('Buat pautan')(page)
      await page.getByText('Pautan anda sudah sedia').waitFor()
    },
  },
  { file: 'kelab-import', account: 'club_admin_ln', on: 'desk', path: uploadList },
  {
    file: 'kelab-aktiviti',
    account: 'club_admin_ln',
    on: 'desk',
    path: '/activities',
    before: clickButton('Cipta aktiviti'),
  },
  {
    file: 'kelab-hebahan',
    account: 'club_admin_ln',
    on: 'desk',
    path: '/announcements?tab=managed',
    before: clickButton('Hebahan baharu'),
  },
  { file: 'kelulusan-barisan', account: 'hq_admin', on: 'desk', path: '/member-approval' },
  { file: 'ibu-pejabat-peranan', account: 'hq_admin', on: 'desk', path: '/user-management?tab=roles' },
  { file: 'ibu-pejabat-analitik', account: 'hq_admin', on: 'desk', path: '/analytics' },
  { file: 'ibu-pejabat-audit', account: 'hq_admin', on: 'desk', path: '/audit' },
]
const devices = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }

test('takes the pictures of the user guide', async ({ browser }) => {
  test.setTimeout(240_000)
  mkdirSync('docs/guide/pictures', { recursive: true })
  for (const { file, account, on, path, before } of pictures) {
    const page = await openDevice(browser, account, devices[on], 'light', 1.5)
    await page.goto(typeof path === 'string' ? path : await path(page))
    await before?.(page)
    await showWebFont(page)
    await waitUntilPageSettled(page)
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(`docs/guide/pictures/${file}.webp`)
    await page.context().close()
  }
})
