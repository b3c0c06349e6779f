// The program on the device: what is there without a server, what is gone after signing out, and how it is replaced.
import type { Page } from '@playwright/test'
import { expect, newMember, ownPassword, test, unique } from './fixtures.ts'
import { comeByKeys } from './people.ts'
import { stoppedPort } from './place.ts'
import { startBeside } from './program.ts'

test.use({
  baseURL: `http://localhost:${stoppedPort}`,
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
})

const line = (page: Page) => page.getByText(/^Luar talian\. Maklumat ini setakat/)
const password = (page: Page) => page.getByRole('textbox', { name: 'Kata laluan' })
const card = (page: Page) => page.getByRole('article', { name: 'Kad ahli' })

/** Once the worker has all of its files, and this page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Everything that the browser holds of answers, as text. */
const readKept = (page: Page) =>
  page.evaluate(async () => {
    const answers = await (await caches.open('kept')).matchAll()
    return (await Promise.all(answers.map(answer => answer.text()))).join('\n')
  })

const keptNames = (page: Page) =>
  page.evaluate(async () => ({ caches: await caches.keys(), place: localStorage.getItem('perantau-kept') }))

/** Seen, and put away: going on before that would take it along. */
async function seeCard(page: Page, name: string): Promise<void> {
  await page.goto('/profile')
  await expect(card(page)).toContainText(name)
  const addresses = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('kept')).keys()
      return kept.map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(addresses).toEqual(expect.arrayContaining(['/api/profile', '/api/card']))
}

/** From the card, which is there without a network; with it go the keys of this device. */
async function leave(page: Page, name: string): Promise<void> {
  await page.goto('/profile')
  await expect(card(page)).toContainText(name)
  await page.getByRole('button', { name: 'Menu akaun' }).click()
  await page.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await page.getByRole('button', { name: 'Log keluar dan padam kunci' }).click()
  await expect(page).toHaveURL('/login')
}

test('installed, then the server stops: card and activities are there, and nothing is after signing out', async ({
  page,
  expectAccessible,
}) => {
  const name = unique('Luar Talian')
  const email = await newMember(name)
  const instance = await startBeside(stoppedPort)
  try {
    const data = { email, password: ownPassword }
    const signIn = async () =>
      expect((await page.context().request.post('/api/auth/login', { data })).status()).toBe(200)
    // A second visit while nobody is in asks for nobody, so that nothing is refused; whoever is in is never hidden.
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto('/login')
    await waitForWorker(page)
    await page.reload()
    await expect(password(page)).toBeVisible()
    expect(asked).not.toContain('/api/auth/me')
    await signIn()
    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
    expect(asked).toContain('/api/auth/me')
    await comeByKeys(page)
    await seeCard(page, name)
    await waitForWorker(page)
    // What the server draws for everybody is not the worker's: it may be gone by now.
    await page.goto('/a/tiada')
    await expect(page.getByRole('heading', { name: 'Halaman ini tidak wujud' })).toBeVisible()
    await page.goto('/activities')
    const activities = page.getByRole('article')
    await expect(activities.first()).toBeVisible()
    const title = await activities.first().getByRole('heading').innerText()
    await expect.poll(() => readKept(page)).toContain(title)
    await page.goto('/clubs')
    await expect(page.getByRole('link', { name: /^Kelab Perantau/ }).first()).toBeVisible()
    await expect.poll(() => readKept(page)).toContain('Kelab Perantau')
    // Of one's own number not even the masked form.
    expect(await readKept(page)).not.toMatch(/"icNumber":"/)
    await expect(line(page)).toBeHidden()

    await instance.stop()
    await page.goto('/profile')
    await expect(card(page)).toContainText(name)
    await expect(line(page)).toBeVisible()
    await page.screenshot({ path: 'test-results/phone/390-offline-card.png' })
    await expectAccessible()
    // And on the whole screen, with the code that proves it to whoever scans it.
    await page.goto('/card')
    await expect(page.getByRole('img', { name: 'Kod QR kad ahli' })).toBeVisible()
    await page.getByRole('button', { name: 'Tutup kad' }).click()
    await page.getByRole('link', { name: 'Aktiviti' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(line(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    // What was never seen says why it is not there.
    await page.goto('/settings')
    await expect(page.getByText('Sambungan ke pelayan terputus. Sila semak rangkaian anda')).toBeVisible()

    // Signed out without a network: nothing is left here.
    await leave(page, name)
    await expect(password(page)).toBeVisible()
    expect(await readKept(page)).toBe('')
    expect((await keptNames(page)).place).toBeNull()
    for (const path of ['/profile', '/activities']) {
      await page.goto(path)
      await expect(password(page)).toBeVisible()
      await expect(page.getByText(name)).toHaveCount(0)
    }
  } finally {
    await instance.stop()
  }
})

test('back again: today’s is shown, a newer version waits to be asked for, and one who went meanwhile is out', {
  tag: '@long',
}, async ({ page }) => {
  const name = unique('Luar Talian')
  const data = { email: await newMember(name), password: ownPassword }
  let instance = await startBeside(stoppedPort)
  try {
    expect((await page.context().request.post('/api/auth/login', { data })).status()).toBe(200)
    await comeByKeys(page)
    await waitForWorker(page)
    await seeCard(page, name)
    await page.goto('/clubs')
    await expect.poll(() => readKept(page)).toContain('Kelab Perantau')
    await instance.stop()

    // Without anybody's doing.
    await page.reload()
    await expect(line(page)).toBeVisible()
    instance = await startBeside(stoppedPort, { APP_NAME: 'Perantau Baharu' })
    await expect(line(page)).toBeHidden()

    // Settings changed, so it is another version. It waits, and what is being typed stays.
    await page.getByRole('searchbox').fill('London')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const newer = page.getByRole('status').filter({ hasText: 'Versi baharu sudah sedia.' })
    await expect(newer).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('London')
    await page.screenshot({ path: 'test-results/phone/390-new-version.png' })
    await expect(page).not.toHaveTitle(/Baharu/)
    await newer.getByRole('button', { name: 'Muat semula' }).click()
    await expect(page).toHaveTitle(/· Perantau Baharu$/)

    // Signed out without a network: the server is told later.
    await instance.stop()
    await leave(page, name)
    instance = await startBeside(stoppedPort, { SERVICE_WORKER: 'off' })
    await page.goto('/login')
    await expect.poll(async () => (await page.context().request.get('/api/auth/me')).status()).toBe(401)

    // Where the worker is switched off it goes, and with it all that it kept.
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
    await expect
      .poll(async () => {
        await page.reload()
        return (await isControlled()) || (await keptNames(page)).caches.length > 0
      })
      .toBe(false)
  } finally {
    await instance.stop()
  }
})
