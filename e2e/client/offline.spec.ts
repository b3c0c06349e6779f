// Tests the service worker: pages while the server is down, data removed at sign-out, and updates of the client.
import type { Page } from '@playwright/test'
import { createMember, expect, makeUnique, ownPassword, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys } from '#e2e/support/members.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'
import { stoppedPort } from '#e2e/support/ports.ts'
import { startSecondServerInstance } from '#e2e/support/second-instance.ts'

test.use({
  baseURL: `http://localhost:${stoppedPort}`,
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
})

const findOfflineNotice = (page: Page) => page.getByText(/^Tanpa Internet · setakat/)
const findPasswordField = (page: Page) => page.getByRole('textbox', { name: 'Kata laluan' })
const findMembershipCard = (page: Page) => page.getByRole('article', { name: 'Kad ahli' })

/** Waits until the service worker has cached its files and controls the given page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Returns all responses in the browser's offline cache as text. */
const readCachedResponses = (page: Page) =>
  page.evaluate(async () => {
    const responses = await (await caches.open('kept')).matchAll()
    return (await Promise.all(responses.map(response => response.text()))).join('\n')
  })

const readCacheNames = (page: Page) =>
  page.evaluate(async () => ({ caches: await caches.keys(), place: localStorage.getItem('perantau-kept') }))

/** Opens the membership card and waits until its responses are in the offline cache. */
async function openMembershipCard(page: Page, name: string): Promise<void> {
  await page.goto('/profile')
  await expect(findMembershipCard(page)).toContainText(name)
  const readCachedPaths = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('kept')).keys()
      return requests.map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(readCachedPaths).toEqual(expect.arrayContaining(['/api/profile', '/api/card']))
}

/** Signs out from the profile page, which works offline, and deletes the keys on this device. */
async function signOut(page: Page, name: string): Promise<void> {
  await page.goto('/profile')
  await expect(findMembershipCard(page)).toContainText(name)
  await page.getByRole('button', { name: 'Menu akaun' }).click()
  await page.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await page.getByRole('button', { name: 'Log keluar dan padam kunci' }).click()
  await expect(page).toHaveURL('/login')
}

test('after the server stops, membership card and activities stay available offline, and signing out removes them', async ({
  page,
  expectAccessible,
}) => {
  const name = makeUnique('Luar Talian')
  const email = await createMember(name)
  const instance = await startSecondServerInstance(stoppedPort)
  try {
    const data = { email, password: ownPassword }
    const signIn = async () =>
      expect((await page.context().request.post('/api/auth/login', { data })).status()).toBe(200)
    // A visit without a session sends no request for the current user, whereas a visit with a session does.
    const requestedPaths: string[] = []
    page.on('request', request => requestedPaths.push(new URL(request.url()).pathname))
    await page.goto('/login')
    await waitForWorker(page)
    await page.reload()
    await expect(findPasswordField(page)).toBeVisible()
    expect(requestedPaths).not.toContain('/api/auth/me')
    await signIn()
    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
    expect(requestedPaths).toContain('/api/auth/me')
    await createEncryptionKeys(page)
    await openMembershipCard(page, name)
    await waitForWorker(page)
    // The offline cache never contains public activity pages, because they may be removed at any time.
    await page.goto('/a/tiada')
    await expect(page.getByRole('heading', { name: 'Halaman ini tidak wujud' })).toBeVisible()
    await page.goto('/activities')
    const activities = page.getByRole('article')
    await expect(activities.first()).toBeVisible()
    const title = await activities.first().getByRole('heading').innerText()
    await expect.poll(() => readCachedResponses(page)).toContain(title)
    await navigateWithoutPageReload(page, '/clubs')
    await expect(page.getByRole('link', { name: /^Kelab Perantau/ }).first()).toBeVisible()
    await expect.poll(() => readCachedResponses(page)).toContain('Kelab Perantau')
    // The offline cache does not contain the user's identity card number, not even masked.
    expect(await readCachedResponses(page)).not.toMatch(/"icNumber":"/)
    await expect(findOfflineNotice(page)).toBeHidden()

    await instance.stop()
    await page.goto('/profile')
    await expect(findMembershipCard(page)).toContainText(name)
    // A page with a part that is missing in the offline cache says so, and does not state how old the other parts are.
    await expect(page.getByText('Bahagian ini memerlukan Internet')).toBeVisible()
    await page.screenshot({ path: 'test-results/phone/390-offline-card.png' })
    await expectAccessible()
    // The full-screen membership card shows its QR code offline.
    await page.goto('/card')
    await expect(page.getByRole('img', { name: 'Kod QR kad ahli' })).toBeVisible()
    await page.getByRole('button', { name: 'Tutup kad' }).click()
    await page.getByRole('link', { name: 'Aktiviti' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(findOfflineNotice(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    // A page that was never opened online explains why it is not available offline, and states no age of data.
    for (const path of ['/settings', '/announcements', '/clubs?search=tiada']) {
      await page.goto(path)
      await expect(page.getByText('Bahagian ini memerlukan Internet')).toHaveCount(1)
      await expect(page.getByText('Sambungan ke pelayan terputus. Sila semak rangkaian anda')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(findOfflineNotice(page)).toBeHidden()
    }
    await page.goto('/help/encryption')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(findOfflineNotice(page)).toBeHidden()

    // Signing out offline removes all cached data.
    await signOut(page, name)
    await expect(findPasswordField(page)).toBeVisible()
    expect(await readCachedResponses(page)).toBe('')
    expect((await readCacheNames(page)).place).toBeNull()
    for (const path of ['/profile', '/activities']) {
      await page.goto(path)
      await expect(findPasswordField(page)).toBeVisible()
      await expect(page.getByText(name)).toHaveCount(0)
    }
  } finally {
    await instance.stop()
  }
})

test('after a server restart the page recovers, offers to load the new version, and sends a sign-out made offline to the server', {
  tag: '@long',
}, async ({ page }) => {
  const name = makeUnique('Luar Talian')
  const data = { email: await createMember(name), password: ownPassword }
  let instance = await startSecondServerInstance(stoppedPort)
  try {
    expect((await page.context().request.post('/api/auth/login', { data })).status()).toBe(200)
    await createEncryptionKeys(page)
    await waitForWorker(page)
    await openMembershipCard(page, name)
    await page.goto('/clubs')
    await expect.poll(() => readCachedResponses(page)).toContain('Kelab Perantau')
    await instance.stop()

    // The page notices without a reload that the server is available again.
    await page.reload()
    await expect(findOfflineNotice(page)).toBeVisible()
    instance = await startSecondServerInstance(stoppedPort, { APP_NAME: 'Perantau Baharu' })
    await expect(findOfflineNotice(page)).toBeHidden()

    // A changed setting creates a new version of the client, which waits for the user's consent and keeps typed text.
    await page.getByRole('searchbox').fill('London')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const updateNotice = page.getByRole('status').filter({ hasText: 'Versi baharu sudah sedia.' })
    await expect(updateNotice).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('London')
    await page.screenshot({ path: 'test-results/phone/390-new-version.png' })
    await expect(page).not.toHaveTitle(/Baharu/)
    await updateNotice.getByRole('button', { name: 'Muat semula' }).click()
    await expect(page).toHaveTitle(/· Perantau Baharu$/)

    // The server receives the sign-out that was made offline.
    await instance.stop()
    await signOut(page, name)
    instance = await startSecondServerInstance(stoppedPort, { SERVICE_WORKER: 'off' })
    await page.goto('/login')
    await expect.poll(async () => (await page.context().request.get('/api/auth/me')).status()).toBe(401)

    // When a setting disables the service worker, it unregisters itself and deletes its caches.
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
    await expect
      .poll(async () => {
        await page.reload()
        return (await isControlled()) || (await readCacheNames(page)).caches.length > 0
      })
      .toBe(false)
  } finally {
    await instance.stop()
  }
})
