// Tests that the page fetches each affected resource exactly once after a change.
// The response lists the invalidated topics (kinds of data). The socket event about the change causes no second fetch.
import type { Page, Request } from '@playwright/test'
import { expect, findToast, makeUnique, ownPassword, test } from '#e2e/support/fixtures.ts'
import { createApprover } from '#e2e/support/members.ts'

/** The test uses a country in which no other test approves applicants, so that no other events arrive. */
const currentCountry = 'New Zealand'

interface ApproverPage {
  page: Page
  approver: string
}

async function signInAsApprover({ page, approver }: ApproverPage): Promise<void> {
  const data = { email: approver, password: ownPassword }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
}

/** Waits until the page has neither sent nor received anything over the API or the socket for a second. */
async function waitForQuiet(page: Page, cause: () => Promise<unknown>): Promise<void> {
  const running = new Set<Request>()
  let lastTraffic = Date.now()
  const recordStartedRequest = (request: Request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) return
    running.add(request)
    lastTraffic = Date.now()
  }
  const recordEndedRequest = (request: Request) => {
    if (running.delete(request)) lastTraffic = Date.now()
  }
  page
    .on('request', recordStartedRequest)
    .on('requestfinished', recordEndedRequest)
    .on('requestfailed', recordEndedRequest)
  await cause()
  await expect.poll(() => running.size === 0 && Date.now() - lastTraffic > 1000).toBe(true)
  page
    .off('request', recordStartedRequest)
    .off('requestfinished', recordEndedRequest)
    .off('requestfailed', recordEndedRequest)
}

/** Approves one applicant and returns the requests that the page sent as a result of the approval. */
async function approveApplicant(
  approverPage: ApproverPage,
  { isLive }: { isLive: boolean },
): Promise<string[]> {
  const { page } = approverPage
  const fullName = makeUnique('Pemohon')
  const email = `${makeUnique('p').replace(/\W/g, '')}@contoh.my`
  const body = { email, fullName, currentCountry, password: ownPassword }
  expect((await page.request.post('/api/auth/register', { data: body })).status()).toBe(201)
  await signInAsApprover(approverPage)
  let frames: string[] = []
  page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  })
  const row = page.getByRole('row', { name: fullName })
  await waitForQuiet(page, async () => {
    await page.goto('/user-management?tab=pending')
    await expect(row).toBeVisible()
    // The test waits until the socket has delivered the event about the registration, which makes the page fetch again.
    if (isLive) await expect.poll(() => frames.some(frame => frame.includes('refresh'))).toBe(true)
  })

  const fetched: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) fetched.push(pathname)
  })
  frames = []
  await waitForQuiet(page, async () => {
    await row.getByRole('button', { name: 'Lulus' }).click()
    await expect(findToast(page, 'Pengguna berjaya diluluskan')).toBeVisible()
    await expect(row).toBeHidden()
    if (isLive) await expect.poll(() => frames.some(frame => frame.includes('"person"'))).toBe(true)
  })
  return fetched.filter(path => /^\/api\/(users|auth|groups|notifications)/.test(path)).sort()
}

test('after a member is approved, the page fetches each affected resource once, with and without a socket connection', async ({
  page,
}) => {
  const approverPage = { page, approver: await createApprover(page, currentCountry) }
  const affected = [
    '/api/notifications/unread/count',
    '/api/users/pending',
    '/api/users/pending/count',
    '/api/users/summary',
  ]
  expect(await approveApplicant(approverPage, { isLive: true })).toEqual(affected)
  await page.routeWebSocket(/socket\.io/, () => {})
  expect(await approveApplicant(approverPage, { isLive: false })).toEqual(affected)
})
