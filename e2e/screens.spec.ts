// Every screen once, on a phone or a desk, and in the long run on both: nothing of it may jump while it comes, be asked for twice, fail, reach over
// the edge, be cut, speak English, be too small for a thumb, or be closed to somebody who cannot see it. With PICTURES=1
// pictures of all of them are left in test-results/phone.
import type { Page, Response } from '@playwright/test'
import { insideAddresses, named, outsideAddresses, type Stop } from './addresses.ts'
import { type Account, expect, signIn, test, watchPages } from './fixtures.ts'
import { asPhone, bothRuns, judgeBoth, night, settle } from './phone.ts'
import { expectContent, follow } from './screens.ts'

/** Counts, from the first moment of every page, what moves and what the program itself fetches. */
async function keepCount(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { moved: 0, fetched: [] as string[], refused: [] as string[] }
    Object.assign(window, { counted })
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
        counted.refused.push([effectiveDirective, blockedURI, sourceFile, sample].join(' ')),
    )
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
    ahead: Array.from(
      document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]'),
      link => link.href,
    ),
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

/** What every page says of itself, whichever address it has. */
function expectGuarded(answer: Response | null): void {
  // Another end behind # of the same address: nothing was asked for.
  if (!answer) return
  const headers = answer.headers()
  const policy = headers['content-security-policy'] ?? ''
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ])
    expect.soft(policy.split(';'), answer.url()).toContain(rule)
  expect.soft(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(self)',
  })
}

/** The title of ErrorState, which the router's error boundary and failed requests show. */
const errorTitle = 'Maklumat ini tidak dapat dipaparkan'

const readRefused = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { refused: string[] } }).counted.refused)

const readMoved = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { moved: number } }).counted.moved)

function walk(
  name: string,
  account: Account | undefined,
  stopsOf: (page: Page) => Promise<Stop[]>,
  { afterwards, isLong = false }: { afterwards?: (page: Page) => Promise<void>; isLong?: boolean } = {},
): void {
  for (const { about, tag } of isLong ? bothRuns.slice(1) : bothRuns)
    test(name + about, { tag }, async ({ browser, expectAccessible }) => {
      const context = await browser.newContext(asPhone(night))
      const faults = watchPages(context, [asPhone().baseURL])
      // Who waits, is where they may not be, or has a link that is none is refused; nothing else may fail.
      context.on('console', message => {
        if (message.type() === 'error' && !/status of 40[0134]/.test(message.text()))
          faults.push(message.text())
      })
      context.on('response', answer => {
        if (answer.status() >= 500) faults.push(`${answer.status()} of ${answer.url()}`)
      })
      if (account) await signIn(context, account)
      const page = await context.newPage()
      await keepCount(page)
      // News from elsewhere would make a page ask again for what it has.
      await page.routeWebSocket(/socket\.io/, () => {})
      for (const stop of await stopsOf(page)) {
        await test.step(stop.path, async () => {
          // Where only what stands behind # differs, the page stays, and with it what the looks at it have moved.
          await page.evaluate(() =>
            Object.assign((window as { counted?: object }).counted ?? {}, { moved: 0 }),
          )
          expectGuarded(await page.goto(stop.path))
          await settle(page)
          await expect.soft(page.getByText(errorTitle), `${stop.path} shows an error`).toHaveCount(0)
          expect.soft(await readMoved(page), `${stop.path} jumps`).toBeLessThan(0.05)
          await expectFetchedOnce(page)
          if (account === 'system_admin') await expectContent(page, stop.path)
          await judgeBoth(page, stop.name, expectAccessible)
          expect.soft(await readRefused(page), `${stop.path} breaks the content policy`).toEqual([])
        })
      }
      await afterwards?.(page)
      await context.close()
      expect(faults).toEqual([])
    })
}

// In two halves, so that nobody waits for one walk alone.
walk('every screen of the shell, the first half', 'system_admin', async page => {
  const stops = await insideAddresses(page)
  return stops.slice(0, stops.length / 2)
})
walk('every screen of the shell, the second half', 'system_admin', async page => {
  const stops = await insideAddresses(page)
  return stops.slice(stops.length / 2)
})

walk('what a member sees otherwise', 'member', async () =>
  named(['/dashboard', '/activities', '/communication', '/members']).map(stop => ({
    ...stop,
    name: `member-${stop.name}`,
  })),
)

for (const [role, paths] of [
  ['hq_admin', ['/dashboard', '/analytics', '/duplicates']],
  ['country_admin', ['/dashboard', '/member-approval', '/roll-calls']],
  ['club_admin_ln', ['/dashboard', '/members', '/invitations']],
  ['club_secretary', ['/activities', '/offices', '/audit']],
] as const)
  walk(
    `some of what ${role} sees`,
    role,
    async () => named([...paths]).map(stop => ({ ...stop, name: `${role}-${stop.name}` })),
    // Made of the same parts as what those above and below them see.
    { isLong: true },
  )

walk('every screen outside of it', undefined, async () => outsideAddresses)

for (const [account, title] of [
  ['pending', 'Akaun Menunggu Kelulusan'],
  ['rejected', 'Permohonan Ditolak'],
  ['inactive', 'Akaun Tidak Aktif'],
] as const)
  walk(
    `${account}: sees only why it waits, whatever the address`,
    account,
    async () => [{ name: account, path: '/members' }],
    {
      afterwards: async page => {
        for (const path of ['/members', '/dashboard', '/register', '/tiada']) {
          await follow(page, path)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
          await expect(page.getByRole('navigation')).toHaveCount(0)
        }
        await page.getByRole('button', { name: 'Log Keluar' }).click()
        await expect(page).toHaveURL('/login')
      },
      isLong: account !== 'pending',
    },
  )
