// Screen crawl: opens every screen of the client by its URL.
// The screen crawl checks errors, duplicate requests, security headers, layout shifts and untranslated text.
// The long test run opens more screens, and checks the layout and the accessibility of each on phone and desktop.
import type { Page, Response } from '@playwright/test'
import {
  buildCrawlStops,
  type CrawlStop,
  listAppShellUrlsForScreenCrawl,
  visitorStops,
} from '#e2e/support/crawl-stops.ts'
import {
  type Account,
  collectPageErrorsAndCspViolations,
  expect,
  isLongRun,
  signIn,
  test,
} from '#e2e/support/fixtures.ts'
import {
  buildPhoneOptions,
  checkLayoutAndAccessibility,
  smallDark,
  waitUntilPageSettled,
} from '#e2e/support/layout-checks.ts'
import {
  expectNoLayoutShift,
  recordLayoutShifts,
  resetRecordedLayoutShifts,
} from '#e2e/support/layout-shifts.ts'
import { createEncryptionKeys } from '#e2e/support/members.ts'
import { expectScreenText, navigateWithoutPageReload } from '#e2e/support/navigation.ts'

/** Records all fetches and policy violations of a page from its start. */
async function recordPageEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { fetched: [] as string[], refused: [] as string[] }
    Object.assign(window, { counted })
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
        counted.refused.push([effectiveDirective, blockedURI, sourceFile, sample].join(' ')),
    )
    const { fetch } = window
    window.fetch = (...args) => {
      const body = args[1]?.body
      // Two requests to the same URL with different bodies do not count as duplicates.
      counted.fetched.push(`${new URL(String(args[0]), location.href).href}${body ? ` ${String(body)}` : ''}`)
      return fetch(...args)
    }
  })
}

/** Expects that each URL is fetched only once, either preloaded by the document or requested by the client. */
async function expectFetchedOnce(page: Page, path: string): Promise<void> {
  const { ahead: preloaded, fetched } = await page.evaluate(() => ({
    ahead: Array.from(
      document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]'),
      link => link.href,
    ),
    fetched: (window as unknown as { counted: { fetched: string[] } }).counted.fetched,
  }))
  // A pending or unauthorized user first gets an error response, after which the page fetches no further data.
  const deniedText = page.getByText(/^(Semak sekarang|Akses Ditolak)$/)
  const isRefused = await deniedText.first().isVisible()
  if (!isRefused)
    expect
      .soft(
        preloaded.filter(url => !fetched.includes(url)),
        `preloaded by ${path}`,
      )
      .toEqual([])
  const repeated = fetched.filter((url, index) => fetched.indexOf(url) !== index)
  expect.soft(repeated, `fetched again by ${path}`).toEqual([])
}

/** Expects the security headers that every page must have. */
function expectSecurityHeaders(response: Response | null): void {
  // A change of only the fragment of a URL sends no request, so there are no headers to check.
  if (!response) return
  const headers = response.headers()
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
    expect.soft(policy.split(';'), response.url()).toContain(rule)
  expect.soft(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(self)',
  })
}

/** Title of the component ErrorState, which appears after failed requests and unexpected errors. */
const errorTitle = 'Maklumat ini tidak dapat dipaparkan'

const readPolicyViolations = (page: Page) =>
  page.evaluate(() => (window as unknown as { counted: { refused: string[] } }).counted.refused)

function defineCrawlTest(
  name: string,
  account: Account | undefined,
  listStops: (page: Page) => Promise<CrawlStop[]>,
  { afterwards, isLong = false }: { afterwards?: (page: Page) => Promise<void>; isLong?: boolean } = {},
): void {
  test(name, { tag: isLong || isLongRun ? '@long' : [] }, async ({ browser, expectAccessible }) => {
    const context = await browser.newContext(buildPhoneOptions(smallDark))
    const faults = collectPageErrorsAndCspViolations(context, [buildPhoneOptions().baseURL])
    // Pages for pending users, forbidden pages and invalid links return 4xx; no other error may occur.
    context.on('console', message => {
      const { url } = message.location()
      if (message.type() === 'error' && !/status of 40[0134]/.test(message.text()))
        faults.push(`${message.text()} ${url}`)
    })
    context.on('response', response => {
      if (response.status() >= 500) faults.push(`${response.status()} of ${response.url()}`)
    })
    if (account) await signIn(context, account)
    const page = await context.newPage()
    await recordPageEvents(page)
    await recordLayoutShifts(page)
    // Socket events of other tests would make a page fetch its data again, so the crawl blocks the socket.
    await page.routeWebSocket(/socket\.io/, () => {})
    const stops = await listStops(page)
    // A user without encryption keys creates them on the first visit of the chat, so the page would fetch them twice.
    if (stops.some(({ path }) => path === '/communication')) await createEncryptionKeys(page)
    for (const stop of stops) {
      await test.step(stop.path, async () => {
        await resetRecordedLayoutShifts(page)
        expectSecurityHeaders(await page.goto(stop.path))
        await waitUntilPageSettled(page)
        await expect.soft(page.getByText(errorTitle), `${stop.path} shows an error`).toHaveCount(0)
        await expectNoLayoutShift(page, stop.path)
        await expectFetchedOnce(page, stop.path)
        if (account === 'system_admin') await expectScreenText(page, stop.path)
        if (isLongRun) await checkLayoutAndAccessibility(page, stop.name, expectAccessible)
        expect.soft(await readPolicyViolations(page), `${stop.path} breaks the content policy`).toEqual([])
      })
    }
    await afterwards?.(page)
    await context.close()
    expect(faults).toEqual([])
  })
}

// Each screen crawl is divided into two tests, so that no single test delays the whole run.
defineCrawlTest('the first half of all screens in the shell has no faults', 'system_admin', async page => {
  const stops = await listAppShellUrlsForScreenCrawl(page)
  return stops.slice(0, stops.length / 2)
})
defineCrawlTest('the second half of all screens in the shell has no faults', 'system_admin', async page => {
  const stops = await listAppShellUrlsForScreenCrawl(page)
  return stops.slice(stops.length / 2)
})

defineCrawlTest('the screens of a member have no faults', 'member', async () =>
  buildCrawlStops(['/dashboard', '/activities', '/communication', '/members']).map(stop => ({
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
  defineCrawlTest(
    `selected screens of ${role} have no faults`,
    role,
    async () => buildCrawlStops([...paths]).map(stop => ({ ...stop, name: `${role}-${stop.name}` })),
    // The screens of these medium roles consist of the same parts as those of higher and lower roles.
    { isLong: true },
  )

defineCrawlTest('all screens outside the shell have no faults', undefined, async () => visitorStops)

for (const [account, title] of [
  ['pending', 'Akaun Menunggu Kelulusan'],
  ['rejected', 'Permohonan Ditolak'],
  ['inactive', 'Akaun Tidak Aktif'],
] as const)
  defineCrawlTest(
    `a user with status ${account} sees only the status page at every URL`,
    account,
    async () => [{ name: account, path: '/members' }],
    {
      afterwards: async page => {
        for (const path of ['/members', '/dashboard', '/register', '/tiada']) {
          await navigateWithoutPageReload(page, path)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
          await expect(page.getByRole('navigation')).toHaveCount(0)
        }
        await page.getByRole('button', { name: 'Log Keluar' }).click()
        await expect(page).toHaveURL('/login')
      },
      isLong: account !== 'pending',
    },
  )
