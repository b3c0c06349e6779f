// Tests push notifications in the browser.
// Browsers under test have no push service, so the test creates a fake subscription.
// The test delivers push messages to the service worker through the DevTools protocol.
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { createMember, expect, findToast, ownPassword, test } from '#e2e/support/fixtures.ts'
import { port } from '#e2e/support/ports.ts'
import type { PushMessage } from '#shared/contracts/account/push.schemas.ts'

// The tests share one worker, because each worker would start the whole browser.
test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

const origin = `http://localhost:${port}`

/** Replaces the push subscription functions of the browser by fake ones whose subscriptions survive a reload. */
async function fakePushSubscriptions(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const encodeBase64url = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const decodeBase64url = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
    const storageKey = 'ujian-langganan'
    const readSubscription = () => {
      const { key, ...subscription } = JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? {}
      if (!key) return null
      return {
        endpoint: subscription.endpoint,
        options: { applicationServerKey: decodeBase64url(key).buffer },
        toJSON: () => subscription,
        unsubscribe: async () => localStorage.removeItem(storageKey),
      }
    }
    PushManager.prototype.getSubscription = async () => readSubscription() as never
    PushManager.prototype.subscribe = async options => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const p256dh = encodeBase64url(await crypto.subtle.exportKey('raw', pair.publicKey))
      const auth = encodeBase64url(crypto.getRandomValues(new Uint8Array(16)).buffer)
      const endpoint = `https://push.contoh.invalid/${crypto.randomUUID()}`
      const key = String(options?.applicationServerKey)
      localStorage.setItem(storageKey, JSON.stringify({ endpoint, keys: { p256dh, auth }, key }))
      return readSubscription() as never
    }
  })
}

async function signInNewMember(page: Page, name: string): Promise<{ email: string; userId: number }> {
  const email = await createMember(name)
  const response = await page.context().request.post('/api/auth/login', {
    data: { email, password: ownPassword },
  })
  return { email, userId: (await response.json()).id }
}

const buildMessage = (overrides: Partial<PushMessage>): PushMessage => ({
  tag: 'group-1',
  about: 'group',
  id: 1,
  url: '/communication?group=1',
  title: 'Kelab Leeds',
  body: 'Ali: Jumpa di stesen',
  unseen: {},
  count: 1,
  ...overrides,
})

async function getWorker(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const context = page.context()
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
}

interface CountingScope {
  registration: ServiceWorkerRegistration
  shownSoFar?: number
}

/** Counts shown notifications inside the service worker, because listing them while one is being shown may lose it. */
function countNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const scope = self as unknown as CountingScope
    if (scope.shownSoFar !== undefined) return
    scope.shownSoFar = 0
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    registration.showNotification = async (...args) => {
      await show(...args)
      scope.shownSoFar = (scope.shownSoFar ?? 0) + 1
    }
  })
}

/** Returns functions that deliver push messages to the service worker of the given page. */
async function connectPush(page: Page) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = await getWorker(page)
  await countNotifications(worker)
  const readCount = () => worker.evaluate(() => (self as unknown as CountingScope).shownSoFar ?? 0)
  const deliverPush = async (data: string) => {
    const before = await readCount()
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(readCount).toBe(before + 1)
  }
  return {
    deliver: deliverPush,
    push: (overrides: Partial<PushMessage>) => deliverPush(JSON.stringify(buildMessage(overrides))),
  }
}

const readNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all
      .map(({ title, body, tag }) => ({ title, body, tag }))
      .sort((a, b) => a.tag.localeCompare(b.tag))
  })

/** Clicks a notification by dispatching the click event, because the operating system draws the notification. */
async function clickNotification(page: Page, tag: string, action = ''): Promise<void> {
  await (await getWorker(page)).evaluate(
    async ([wantedTag, action]) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget
      const [notification] = await scope.registration.getNotifications({ tag: wantedTag })
      const { NotificationEvent } = self as unknown as {
        NotificationEvent: new (name: string, init: { notification?: Notification; action: string }) => Event
      }
      scope.dispatchEvent(new NotificationEvent('notificationclick', { notification, action }))
    },
    [tag, action] as const,
  )
}

/** Records the requests of the service worker instead of sending them. */
async function recordRequests(worker: Worker): Promise<() => Promise<string[]>> {
  await worker.evaluate(() => {
    const recorded: string[] = []
    Object.assign(self, { asked: recorded })
    self.fetch = async (url, init) => {
      recorded.push(`${init?.method} ${url}`)
      return new Response(null, { status: 204 })
    }
  })
  return () => worker.evaluate(() => (self as unknown as { asked: string[] }).asked)
}

test('push notifications can be turned on and off in the settings, and quiet hours can be set', {
  tag: '@long',
}, async ({ page, context, expectAccessible }) => {
  await fakePushSubscriptions(context)
  await context.grantPermissions(['notifications'], { origin })
  await signInNewMember(page, 'Tolak Bin Tetapan')
  await page.goto('/settings#notifications')
  const section = page.getByRole('region', { name: 'Pemberitahuan', exact: true })
  await section.getByRole('button', { name: 'Hidupkan pada peranti ini' }).click()
  const devices = section.getByRole('list', { name: 'Peranti yang menerima pemberitahuan' })
  await expect(devices.getByRole('listitem')).toHaveText(/Chrome di .*Peranti ini.*Sejak/)
  const quiet = section.getByRole('switch', { name: 'Waktu senyap' })
  await quiet.press('Space')
  await expect(section.getByLabel('Dari', { exact: true })).toHaveValue('22:00')
  await section.getByLabel('Hingga', { exact: true }).fill('06:30')
  const saved = page.waitForResponse(response => response.url().endsWith('/quiet-hours'))
  await section.getByLabel('Hingga', { exact: true }).blur()
  await saved
  await expect(section.getByText('Mengikut waktu Kuala Lumpur.')).toBeVisible()
  // A kind of notification that the user turned off in the app cannot be turned on for push.
  const findCancelledSwitch = (channel: string) =>
    section.getByRole('switch', { name: `Aktiviti dibatalkan: ${channel}` })
  await findCancelledSwitch('Loceng').press('Space')
  await expect(findCancelledSwitch('Peranti')).toBeDisabled()
  await expect(section.getByRole('switch', { name: 'Mesej baharu: Peranti' })).toBeChecked()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(section.getByLabel('Hingga', { exact: true })).toHaveValue('06:30')
  await expect(findCancelledSwitch('Peranti')).toBeDisabled()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible()
  await devices.getByRole('button', { name: /^Matikan pemberitahuan pada Chrome/ }).click()
  await expect(findToast(page, 'Pemberitahuan telah dimatikan')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Hidupkan pada peranti ini' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('ujian-langganan'))).toBeNull()
})

test('the notification bell suggests push notifications once, and the browser asks for permission only after a click', {
  tag: '@long',
}, async ({ page, context }) => {
  await fakePushSubscriptions(context)
  await signInNewMember(page, 'Tolak Binti Loceng')
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: /^Pemberitahuan/ })
  await bell.click()
  const offer = page.getByText('Terima mesej dan pemberitahuan pada peranti ini')
  await expect(offer).toBeVisible()
  await context.grantPermissions(['notifications'], { origin })
  await page.getByRole('button', { name: 'Hidupkan', exact: true }).click()
  await expect(findToast(page, 'Pemberitahuan dihidupkan pada peranti ini')).toBeVisible()
  await expect(offer).toBeHidden()
  const { devices } = await (await context.request.get('/api/push')).json()
  expect(devices).toHaveLength(1)
})

const readTags = async (page: Page) => (await readNotifications(page)).map(({ tag }) => tag)

test('a push message received while no page is open shows a notification that replaces the earlier one of the same chat', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin })
  await page.goto('/login')
  await getWorker(page)
  // A service worker controls only pages that are opened after its start.
  await page.reload()
  const { push, deliver } = await connectPush(page)
  await push({})
  await push({ body: '2 mesej baharu\nAli: Peron tiga' })
  await expect
    .poll(() => readNotifications(page))
    .toEqual([{ title: 'Kelab Leeds', body: '2 mesej baharu\nAli: Peron tiga', tag: 'group-1' }])
  // Each push message lists everything that the user has not seen yet, and all other notifications are closed.
  const notificationPush = {
    tag: 'notification-7',
    about: 'notification' as const,
    id: 7,
    url: '/activities',
  }
  await push({ ...notificationPush, unseen: { group: [2], notification: [7] } })
  await expect.poll(() => readTags(page)).toEqual(['notification-7'])
  await push({ tag: 'group-2', id: 2, unseen: { group: null, notification: [7] } })
  await expect.poll(() => readTags(page)).toEqual(['group-2', 'notification-7'])
  // The service worker shows a generic notification for an unreadable push message, because browsers require one.
  await deliver('bukan JSON')
  await expect.poll(() => readTags(page)).toEqual(['account', 'group-2', 'notification-7'])
  await clickNotification(page, 'notification-7')
  await expect(page).toHaveURL(/\/login\?redirect=%2Factivities/)
})

test('clicking a notification opens its page without a reload, and a notification read on another device disappears', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin })
  await signInNewMember(page, 'Tolak Bin Pekerja')
  const [{ id }] = await (await context.request.get('/api/notifications')).json()
  const pushMessage = { tag: `notification-${id}`, about: 'notification' as const, id, url: '/profile' }
  await page.goto('/dashboard')
  await getWorker(page)
  const { push } = await connectPush(page)
  await push(pushMessage)
  await expect.poll(() => readTags(page)).toEqual([pushMessage.tag])
  await page.reload()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await expect(page.getByRole('button', { name: /^Pemberitahuan, 1/ })).toBeVisible()
  await clickNotification(page, pushMessage.tag)
  await expect(page).toHaveURL('/profile')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(await readTags(page)).toEqual([])
  await push(pushMessage)
  await expect.poll(() => readTags(page)).toEqual([pushMessage.tag])
  await context.request.post('/api/notifications/read', { data: {} })
  await expect.poll(() => readTags(page)).toEqual([])
  // A call is declined from its notification without opening a page.
  const readRequests = await recordRequests(await getWorker(page))
  const callId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
  await push({ tag: 'call-1', about: 'call', url: '/communication?group=1', callId })
  await expect.poll(() => readTags(page)).toEqual(['call-1'])
  await clickNotification(page, 'call-1', 'decline')
  await expect.poll(readRequests).toEqual([`POST /api/calls/${callId}/decline`])
  expect(await readTags(page)).toEqual([])
  await expect(page).toHaveURL('/profile')
})

test('signing out removes the push subscription of the browser, and signing in restores it only for the same user', {
  tag: '@long',
}, async ({ page, context }) => {
  await fakePushSubscriptions(context)
  await context.grantPermissions(['notifications'], { origin })
  const { email } = await signInNewMember(page, 'Tolak Binti Keluar')
  await page.goto('/settings#notifications')
  await page.getByRole('button', { name: 'Hidupkan pada peranti ini' }).click()
  const deviceList = page.getByRole('list', { name: 'Peranti yang menerima pemberitahuan' })
  await expect(deviceList.getByRole('listitem')).toHaveCount(1)
  // After a new sign-in of the same user the device is registered again automatically.
  await context.clearCookies()
  await context.request.post('/api/auth/login', { data: { email, password: ownPassword } })
  await page.reload()
  await expect(deviceList.getByText('Peranti ini')).toBeVisible()
  // When push was turned off for a device from another device, it stays off after the next sign-in.
  const [{ id }] = (await (await context.request.get('/api/push')).json()).devices
  await context.request.delete(`/api/push/devices/${id}`)
  const turnOn = page.getByRole('button', { name: 'Hidupkan pada peranti ini' })
  await expect(turnOn).toBeVisible()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('perantau-push'))).toBeNull()
  await expect(turnOn).toBeVisible()
  await turnOn.click()
  await expect(deviceList.getByText('Peranti ini')).toBeVisible()
  // The push subscription of a user is not restored when another user signs in with the same browser.
  await context.clearCookies()
  await signInNewMember(page, 'Tolak Bin Lain')
  await page.goto('/settings#notifications')
  await page.reload()
  await expect(turnOn).toBeVisible()
  await turnOn.click()
  await expect(deviceList.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Log Keluar' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('ujian-langganan'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('perantau-push'))).toBeNull()
})
