// What a browser does with pushes. The browser of these tests has no push service to subscribe at, so its subscription is
// made here; what comes by it is handed to the worker as the browser would.
import type { BrowserContext, Page, Worker } from '@playwright/test'
import type { PushMessage } from '#shared/contracts/push.ts'
import { expect, newMember, ownPassword, test, toast } from './fixtures.ts'
import { port } from './place.ts'

test.use({ serviceWorkers: 'allow' })

const origin = `http://localhost:${port}`

/** Subscribes without a service, and remembers it for the page's next start. */
async function withoutService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const encode = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const decode = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
    const place = 'ujian-langganan'
    const made = () => {
      const { key, ...subscription } = JSON.parse(localStorage.getItem(place) ?? 'null') ?? {}
      if (!key) return null
      return {
        endpoint: subscription.endpoint,
        options: { applicationServerKey: decode(key).buffer },
        toJSON: () => subscription,
        unsubscribe: async () => localStorage.removeItem(place),
      }
    }
    PushManager.prototype.getSubscription = async () => made() as never
    PushManager.prototype.subscribe = async options => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const p256dh = encode(await crypto.subtle.exportKey('raw', pair.publicKey))
      const auth = encode(crypto.getRandomValues(new Uint8Array(16)).buffer)
      const endpoint = `https://push.contoh.invalid/${crypto.randomUUID()}`
      const key = String(options?.applicationServerKey)
      localStorage.setItem(place, JSON.stringify({ endpoint, keys: { p256dh, auth }, key }))
      return made() as never
    }
  })
}

async function enter(page: Page, name: string): Promise<{ email: string; userId: number }> {
  const email = await newMember(name)
  const answer = await page.context().request.post('/api/auth/login', {
    data: { email, password: ownPassword },
  })
  return { email, userId: (await answer.json()).id }
}

const message = (part: Partial<PushMessage>): PushMessage => ({
  tag: 'group-1',
  about: 'group',
  id: 1,
  url: '/communication?group=1',
  title: 'Kelab Leeds',
  body: 'Ali: Jumpa di stesen',
  unseen: {},
  count: 1,
  ...part,
})

async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const context = page.context()
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
}

interface CountingScope {
  registration: ServiceWorkerRegistration
  shownSoFar?: number
}

/** What it has shown is counted: a browser that is asked meanwhile for what it shows may lose what is on its way. */
function countShown(worker: Worker): Promise<void> {
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

/** Hands over what the browser's push service would have for it. */
async function pushesTo(page: Page) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one) resolve(one.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = await workerOf(page)
  await countShown(worker)
  const count = () => worker.evaluate(() => (self as unknown as CountingScope).shownSoFar ?? 0)
  const deliver = async (data: string) => {
    const before = await count()
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(count).toBe(before + 1)
  }
  return { deliver, push: (part: Partial<PushMessage>) => deliver(JSON.stringify(message(part))) }
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all
      .map(({ title, body, tag }) => ({ title, body, tag }))
      .sort((a, b) => a.tag.localeCompare(b.tag))
  })

/** As a person would: nothing else can reach what the system draws. */
async function click(page: Page, tag: string, action = ''): Promise<void> {
  await (await workerOf(page)).evaluate(
    async ([wanted, action]) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget
      const [notification] = await scope.registration.getNotifications({ tag: wanted })
      const { NotificationEvent } = self as unknown as {
        NotificationEvent: new (name: string, init: { notification?: Notification; action: string }) => Event
      }
      scope.dispatchEvent(new NotificationEvent('notificationclick', { notification, action }))
    },
    [tag, action] as const,
  )
}

/** What the worker says to the server from now on, in place of saying it. */
async function askedBy(worker: Worker): Promise<() => Promise<string[]>> {
  await worker.evaluate(() => {
    const asked: string[] = []
    Object.assign(self, { asked })
    self.fetch = async (address, how) => {
      asked.push(`${how?.method} ${address}`)
      return new Response(null, { status: 204 })
    }
  })
  return () => worker.evaluate(() => (self as unknown as { asked: string[] }).asked)
}

test('is turned on and off in the settings, where also the quiet hours are', { tag: '@long' }, async ({
  page,
  context,
  expectAccessible,
}) => {
  await withoutService(context)
  await context.grantPermissions(['notifications'], { origin })
  await enter(page, 'Tolak Bin Tetapan')
  await page.goto('/settings#notifications')
  const section = page.getByRole('region', { name: 'Pemberitahuan', exact: true })
  await section.getByRole('button', { name: 'Hidupkan pada peranti ini' }).click()
  const devices = section.getByRole('list', { name: 'Peranti yang menerima pemberitahuan' })
  await expect(devices.getByRole('listitem')).toHaveText(/Chrome di .*Peranti ini.*Sejak/)
  const quiet = section.getByRole('switch', { name: 'Waktu senyap' })
  await quiet.press('Space')
  await expect(section.getByLabel('Dari', { exact: true })).toHaveValue('22:00')
  await section.getByLabel('Hingga', { exact: true }).fill('06:30')
  const saved = page.waitForResponse(answer => answer.url().endsWith('/quiet-hours'))
  await section.getByLabel('Hingga', { exact: true }).blur()
  await saved
  await expect(section.getByText('Mengikut waktu Kuala Lumpur.')).toBeVisible()
  // What does not come to the bell does not come to devices.
  const cancelled = (channel: string) =>
    section.getByRole('switch', { name: `Aktiviti dibatalkan: ${channel}` })
  await cancelled('Aplikasi').press('Space')
  await expect(cancelled('Peranti')).toBeDisabled()
  await expect(section.getByRole('switch', { name: 'Mesej baharu: Peranti' })).toBeChecked()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(section.getByLabel('Hingga', { exact: true })).toHaveValue('06:30')
  await expect(cancelled('Peranti')).toBeDisabled()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible()
  await devices.getByRole('button', { name: /^Matikan pemberitahuan pada Chrome/ }).click()
  await expect(toast(page, 'Pemberitahuan telah dimatikan')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Hidupkan pada peranti ini' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('ujian-langganan'))).toBeNull()
})

test('is offered at the bell, once, and only asked for after a click', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await withoutService(context)
  await enter(page, 'Tolak Binti Loceng')
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: /^Pemberitahuan/ })
  await bell.click()
  const offer = page.getByText('Terima mesej dan pemberitahuan pada peranti ini')
  await expect(offer).toBeVisible()
  await context.grantPermissions(['notifications'], { origin })
  await page.getByRole('button', { name: 'Hidupkan', exact: true }).click()
  await expect(toast(page, 'Pemberitahuan dihidupkan pada peranti ini')).toBeVisible()
  await expect(offer).toBeHidden()
  const { devices } = await (await context.request.get('/api/push')).json()
  expect(devices).toHaveLength(1)
})

const tags = async (page: Page) => (await shown(page)).map(({ tag }) => tag)

test('is shown while nobody is at the program; what is about the same thing takes its place', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin })
  await page.goto('/login')
  await workerOf(page)
  // A worker serves the pages that were opened after it.
  await page.reload()
  const { push, deliver } = await pushesTo(page)
  await push({})
  await push({ body: '2 mesej baharu\nAli: Peron tiga' })
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Kelab Leeds', body: '2 mesej baharu\nAli: Peron tiga', tag: 'group-1' }])
  // The next one tells what is still to be seen.
  const other = { tag: 'notification-7', about: 'notification' as const, id: 7, url: '/activities' }
  await push({ ...other, unseen: { group: [2], notification: [7] } })
  await expect.poll(() => tags(page)).toEqual(['notification-7'])
  await push({ tag: 'group-2', id: 2, unseen: { group: null, notification: [7] } })
  await expect.poll(() => tags(page)).toEqual(['group-2', 'notification-7'])
  // What cannot be read is shown as something new, because something has to be.
  await deliver('bukan JSON')
  await expect.poll(() => tags(page)).toEqual(['account', 'group-2', 'notification-7'])
  await click(page, 'notification-7')
  await expect(page).toHaveURL(/\/login\?redirect=%2Factivities/)
})

test('leads to what it is about without loading the page anew, and goes once that was read elsewhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin })
  await enter(page, 'Tolak Bin Pekerja')
  const [{ id }] = await (await context.request.get('/api/notifications')).json()
  const word = { tag: `notification-${id}`, about: 'notification' as const, id, url: '/profile' }
  await page.goto('/dashboard')
  await workerOf(page)
  const { push } = await pushesTo(page)
  await push(word)
  await expect.poll(() => tags(page)).toEqual([word.tag])
  await page.reload()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await expect(page.getByRole('button', { name: /^Pemberitahuan, 1/ })).toBeVisible()
  await click(page, word.tag)
  await expect(page).toHaveURL('/profile')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(await tags(page)).toEqual([])
  await push(word)
  await expect.poll(() => tags(page)).toEqual([word.tag])
  await context.request.post('/api/notifications/read', { data: {} })
  await expect.poll(() => tags(page)).toEqual([])
  // A call is declined where it rings, and nothing opens for it.
  const asked = await askedBy(await workerOf(page))
  const callId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
  await push({ tag: 'call-1', about: 'call', url: '/communication?group=1', callId })
  await expect.poll(() => tags(page)).toEqual(['call-1'])
  await click(page, 'call-1', 'decline')
  await expect.poll(asked).toEqual([`POST /api/calls/${callId}/decline`])
  expect(await tags(page)).toEqual([])
  await expect(page).toHaveURL('/profile')
})

test('ends on the device with signing out, and comes back with the same person alone', {
  tag: '@long',
}, async ({ page, context }) => {
  await withoutService(context)
  await context.grantPermissions(['notifications'], { origin })
  const { email } = await enter(page, 'Tolak Binti Keluar')
  await page.goto('/settings#notifications')
  await page.getByRole('button', { name: 'Hidupkan pada peranti ini' }).click()
  const here = page.getByRole('list', { name: 'Peranti yang menerima pemberitahuan' })
  await expect(here.getByRole('listitem')).toHaveCount(1)
  // Signed in anew after the session ended: the device is made known again by itself.
  await context.clearCookies()
  await context.request.post('/api/auth/login', { data: { email, password: ownPassword } })
  await page.reload()
  await expect(here.getByText('Peranti ini')).toBeVisible()
  // Turned off from another device, it stays off.
  const [{ id }] = (await (await context.request.get('/api/push')).json()).devices
  await context.request.delete(`/api/push/devices/${id}`)
  const turnOn = page.getByRole('button', { name: 'Hidupkan pada peranti ini' })
  await expect(turnOn).toBeVisible()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('perantau-push'))).toBeNull()
  await expect(turnOn).toBeVisible()
  await turnOn.click()
  await expect(here.getByText('Peranti ini')).toBeVisible()
  // Another person at the same browser.
  await context.clearCookies()
  await enter(page, 'Tolak Bin Lain')
  await page.goto('/settings#notifications')
  await page.reload()
  await expect(turnOn).toBeVisible()
  await turnOn.click()
  await expect(here.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Log Keluar' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('ujian-langganan'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('perantau-push'))).toBeNull()
})
