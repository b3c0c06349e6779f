// A change makes the page fetch each affected resource exactly once: the response lists what was invalidated,
// and the later socket event for the same change must not cause a second fetch.
import type { Page } from '@playwright/test'
import { expect, findToast, makeUnique, ownPassword, test } from '#e2e/support/fixtures.ts'
import { createApprover } from '#e2e/support/members.ts'

/** A country in which no other test approves applicants, so that no other events arrive. */
const currentCountry = 'New Zealand'

interface ApproverPage {
  page: Page
  approver: string
}

async function signInAsApprover({ page, approver }: ApproverPage): Promise<void> {
  const data = { email: approver, password: ownPassword }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
}

/** Approves one applicant and returns the requests that the page sent because of the approval. */
async function approve(approverPage: ApproverPage, { isLive }: { isLive: boolean }): Promise<string[]> {
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
  await page.goto('/user-management?tab=pending', { waitUntil: 'networkidle' })
  const row = page.getByRole('row', { name: fullName })
  await expect(row).toBeVisible()
  // The socket is connected and has delivered the events of the registration.
  if (isLive) await expect.poll(() => frames.some(frame => frame.includes('refresh'))).toBe(true)
  await page.waitForLoadState('networkidle')

  const fetched: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) fetched.push(pathname)
  })
  frames = []
  await row.getByRole('button', { name: 'Lulus' }).click()
  await expect(findToast(page, 'Pengguna berjaya diluluskan')).toBeVisible()
  await expect(row).toBeHidden()
  if (isLive) await expect.poll(() => frames.some(frame => frame.includes('"person"'))).toBe(true)
  await page.waitForLoadState('networkidle')
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
  expect(await approve(approverPage, { isLive: true })).toEqual(affected)
  await page.routeWebSocket(/socket\.io/, () => {})
  expect(await approve(approverPage, { isLive: false })).toEqual(affected)
})
