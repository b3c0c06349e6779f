// What a change touches is fetched once, by whoever made it too: told by the answer, whether or not anybody listens
// to the socket, and not a second time by the echo.
import type { Page } from '@playwright/test'
import { expect, ownPassword, test, toast, unique } from './fixtures.ts'
import { makeApprover } from './people.ts'

/** A country that no other test decides about, so that nothing else is told here. */
const currentCountry = 'New Zealand'

interface Place {
  page: Page
  approver: string
}

async function signInAsApprover({ page, approver }: Place): Promise<void> {
  const data = { email: approver, password: ownPassword }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
}

/** Opens the approval, decides about one applicant, and returns what was fetched because of it. */
async function approve(place: Place, { isLive }: { isLive: boolean }): Promise<string[]> {
  const { page } = place
  const fullName = unique('Pemohon')
  const email = `${unique('p').replace(/\W/g, '')}@contoh.my`
  const body = { email, fullName, currentCountry, password: ownPassword }
  expect((await page.request.post('/api/auth/register', { data: body })).status()).toBe(201)
  await signInAsApprover(place)
  let frames: string[] = []
  page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  })
  await page.goto('/user-management?tab=pending', { waitUntil: 'networkidle' })
  const row = page.getByRole('row', { name: fullName })
  await expect(row).toBeVisible()
  // Connected, and told of what had changed just before.
  if (isLive) await expect.poll(() => frames.some(frame => frame.includes('refresh'))).toBe(true)
  await page.waitForLoadState('networkidle')

  const fetched: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) fetched.push(pathname)
  })
  frames = []
  await row.getByRole('button', { name: 'Lulus' }).click()
  await expect(toast(page, 'Pengguna berjaya diluluskan')).toBeVisible()
  await expect(row).toBeHidden()
  if (isLive) await expect.poll(() => frames.some(frame => frame.includes('"person"'))).toBe(true)
  await page.waitForLoadState('networkidle')
  return fetched.filter(path => /^\/api\/(users|auth|groups|notifications)/.test(path)).sort()
}

test('approving one member fetches each affected thing once, with the socket up and with it down', async ({
  page,
}) => {
  const place = { page, approver: await makeApprover(page, currentCountry) }
  const affected = [
    '/api/notifications/unread/count',
    '/api/users/pending',
    '/api/users/pending/count',
    '/api/users/summary',
  ]
  expect(await approve(place, { isLive: true })).toEqual(affected)
  await page.routeWebSocket(/socket\.io/, () => {})
  expect(await approve(place, { isLive: false })).toEqual(affected)
})
