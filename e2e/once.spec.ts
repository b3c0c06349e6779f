// What a change touches is fetched once, by whoever made it too: told by the answer, whether or not anybody listens
// to the socket, and not a second time by the echo.
import type { Page } from '@playwright/test'
import { expect, newMember, ownPassword, password, test, toast, unique } from './fixtures.ts'

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

async function makeApprover(page: Page): Promise<string> {
  const email = await newMember(unique('Pelulus'))
  const { request } = page
  await request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const [{ id }] = await (await request.get(`/api/users?page=1&search=${email}`)).json()
  await request.put(`/api/users/${id}/placement`, { data: { currentCountry, clubId: null } })
  expect((await request.put(`/api/users/${id}/role`, { data: { role: 'country_admin' } })).status()).toBe(200)
  return email
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
  await page.goto('/member-approval', { waitUntil: 'networkidle' })
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
  const place = { page, approver: await makeApprover(page) }
  const affected = [
    '/api/notifications/unread/count',
    '/api/users',
    '/api/users/pending',
    '/api/users/pending/count',
    '/api/users/summary',
  ]
  expect(await approve(place, { isLive: true })).toEqual(affected)
  await page.routeWebSocket(/socket\.io/, () => {})
  expect(await approve(place, { isLive: false })).toEqual(affected)
})
