// Every screen once, on a phone: nothing of it may jump while it comes, be asked for twice, reach over the edge, be too
// small for a thumb, or be closed to somebody who cannot see it. With PICTURES=1 pictures of
// all of them are left in test-results/phone.
import type { Page } from '@playwright/test'
import { clientPaths } from '#shared/paths.ts'
import { type Account, expect, signIn, test } from './fixtures.ts'
import { asPhone, judgeBoth, settle } from './phone.ts'
import { expectContent, follow } from './screens.ts'

/** Counts, from the first moment of every page, what moves and what the program itself fetches. */
async function keepCount(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { moved: 0, fetched: [] as string[] }
    Object.assign(window, { counted })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) counted.moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    const { fetch } = window
    window.fetch = (...args) => {
      counted.fetched.push(new URL(String(args[0]), location.href).href)
      return fetch(...args)
    }
  })
}

/** Fetched ahead by the document, and then by the program; nothing of it twice. */
async function expectFetchedOnce(page: Page): Promise<void> {
  const { ahead, fetched } = await page.evaluate(() => ({
    ahead: Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=preload]'), link => link.href),
    fetched: (window as unknown as { counted: { fetched: string[] } }).counted.fetched,
  }))
  // Whoever waits, or may not come here, is told so by the first of these; the program asks for nothing more.
  const refusal = page.getByText(/^(Semak sekarang|Akses Ditolak)$/)
  const isRefused = await refusal.first().isVisible()
  if (!isRefused) expect.soft(ahead.filter(address => !fetched.includes(address))).toEqual([])
  // One's keys are looked up anew whenever something was done about them.
  const others = fetched.filter(address => !/\/api\/keys(\/|\?|$)/.test(address))
  expect.soft(others.filter((address, index) => others.indexOf(address) !== index)).toEqual([])
}

const readMoved = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { moved: number } }).counted.moved)

interface Stop {
  name: string
  path: string
}

function walk(
  name: string,
  account: Account | undefined,
  stopsOf: (page: Page) => Promise<Stop[]>,
  afterwards?: (page: Page) => Promise<void>,
): void {
  test(name, async ({ browser, expectAccessible }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext(asPhone())
    if (account) await signIn(context, account)
    const page = await context.newPage()
    await keepCount(page)
    // News from elsewhere would make a page ask again for what it has.
    await page.routeWebSocket(/socket\.io/, () => {})
    for (const stop of await stopsOf(page)) {
      await test.step(stop.path, async () => {
        await page.goto(stop.path)
        await settle(page)
        expect.soft(await readMoved(page), `${stop.path} jumps`).toBeLessThan(0.05)
        await expectFetchedOnce(page)
        if (account === 'system_admin') await expectContent(page, stop.path)
        await judgeBoth(page, stop.name, expectAccessible)
      })
    }
    await afterwards?.(page)
    await context.close()
  })
}

const outside = /^\/(login|register|.*password|confirm-email|link-google|proved|not-me|verify|unsubscribe)?$/

/** Beside every address there is: what stands behind ? and opens another screen. */
const more = [
  '/register',
  '/register?form=full',
  '/members?country=United+Kingdom&role=member&educationLevel=degree',
  '/user-management?tab=pending',
  '/user-management?tab=roles',
  '/analytics?tab=activities',
  '/analytics?tab=geography',
  '/activities?view=calendar&scope=all',
  '/activities?view=agenda&scope=all',
  '/announcements?tab=managed',
  '/tiada',
]

const named = (paths: string[]): Stop[] =>
  paths.map(path => ({ name: path.replace(/\W+/g, '-').slice(1), path }))

async function firstId(page: Page, list: string): Promise<number> {
  const [first] = await (await page.request.get(`/api/${list}`)).json()
  return first.id
}

walk('every screen of the shell', 'system_admin', async page => {
  const club = await firstId(page, 'clubs?page=1&pageSize=1&search=London')
  const planned = await firstId(page, 'activities?page=1&pageSize=1&status=planned')
  const past = await firstId(page, 'activities?page=1&pageSize=1&status=completed')
  const announcement = await firstId(page, 'announcements')
  // Of a city that nobody lives in: nobody is asked.
  const data = { country: 'Indonesia', city: 'Tiada', message: 'Latihan sahaja' }
  const { id: rollCall } = await (await page.request.post('/api/roll-calls', { data })).json()
  const people = await (await page.request.get('/api/users?page=1&pageSize=2&role=member')).json()
  const [one, other] = people
  const ids: Record<string, number> = { clubs: club, announcements: announcement, safety: rollCall }
  const idOf = (path: string) => ids[path.split('/')[1] ?? ''] ?? planned
  const inside = clientPaths.filter(path => !outside.test(path))
  const paths = inside.map(path => path.replace('$id', String(idOf(path))))
  return [
    ...named([...paths, ...more]),
    { name: 'merge', path: `/duplicates/${one.id}?with=${other.id}` },
    { name: 'activity-past', path: `/activities/${past}` },
    { name: 'door-open', path: `/activities/${past}/check-in` },
  ]
})

walk('what a member sees otherwise', 'member', async () =>
  named(['/dashboard', '/activities', '/communication', '/members']).map(stop => ({
    ...stop,
    name: `member-${stop.name}`,
  })),
)

walk('every screen outside of it', undefined, async () =>
  named([
    '/login',
    '/register',
    '/register?form=quick',
    '/register?form=full',
    '/forgot-password',
    '/reset-password#x',
    '/confirm-email#x',
    '/link-google',
    '/verify',
    '/verify#bukan-kad',
    '/unsubscribe#x',
  ]).map(stop => ({ ...stop, name: `visitor-${stop.name}` })),
)

for (const [account, title] of [
  ['pending', 'Akaun Menunggu Kelulusan'],
  ['rejected', 'Permohonan Ditolak'],
  ['inactive', 'Akaun Tidak Aktif'],
] as const)
  walk(
    `${account}: sees only why it waits, whatever the address`,
    account,
    async () => [{ name: account, path: '/members' }],
    async page => {
      for (const path of ['/members', '/dashboard', '/register', '/tiada']) {
        await follow(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.getByRole('navigation')).toHaveCount(0)
      }
      await page.getByRole('button', { name: 'Log Keluar' }).click()
      await expect(page).toHaveURL('/login')
    },
  )
