import { expect, test } from '#e2e/support/fixtures.ts'

test('the audit log can be filtered by kind and person, and the URL contains the filters', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  await page.request.post('/api/auth/login', { data: { email: 'inactive@demo.test', password: 'salah' } })
  await login('system_admin')
  await page.goto('/audit')
  const rows = page.getByRole('row')
  await expect(
    rows.filter({ hasText: 'Log masuk gagal' }).filter({ hasText: 'Chong Mei Ling' }).first(),
  ).toBeVisible()
  // The audit log leaves out routine sign-ins until the user asks for them, and the choice is part of the URL.
  const signIns = rows.filter({ has: page.getByText('Log masuk', { exact: true }) })
  await expect(signIns).toHaveCount(0)
  await expectAccessible()
  await page.getByLabel('Tunjukkan log masuk dan keluar').check({ force: true })
  await expect(page).toHaveURL('/audit?signIns=shown')
  await expect(signIns.first()).toBeVisible()
  await page.reload()
  await expect(signIns.first()).toBeVisible()
  await page.getByRole('button', { name: 'Kosongkan penapis' }).click()
  await expect(signIns).toHaveCount(0)
  await page.getByLabel('Jenis tindakan').selectOption('Log masuk gagal')
  await expect(page).toHaveURL('/audit?kind=auth.login_failed')
  await expect(rows.filter({ hasText: 'Log keluar' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Chong Mei Ling' }).first().click()
  await expect(page).toHaveURL(/person=9/)
  await page.reload()
  await expect(rows.filter({ hasText: 'Chong Mei Ling' }).first()).toBeVisible()
  await page.getByLabel('Dari tarikh').fill('2099-01-01')
  await expect(page.getByText('Tiada rekod dijumpai berdasarkan kriteria carian')).toBeVisible()
  await page.getByRole('button', { name: 'Kosongkan penapis' }).click()
  await expect(page).toHaveURL('/audit')
  await page.goto('/audit?kind=nonsense&page=-3')
  await expect(rows.nth(1)).toBeVisible()
})

test('the list of sent mails shows the recipient and the delivery status of a mail, but not its text', async ({
  page,
  login,
  expectAccessible,
}) => {
  const email = `peti${Date.now()}@contoh.my`
  const body = { email, password: 'ombak-biru-77', fullName: 'Peti Keluar' }
  await page.request.post('/api/auth/register', { data: body })
  await login('system_admin')
  const readStatus = async () => {
    const mails: { recipient: string; status: string }[] = await (
      await page.request.get('/api/outbox?page=1')
    ).json()
    return mails.find(({ recipient }) => recipient === email)?.status
  }
  await expect.poll(readStatus).toBe('sent')
  await page.goto('/outbox')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Permohonan diterima')
  await expect(row).toContainText('Dihantar')
  await expect(row).not.toContainText('confirm-email')
  await expectAccessible()
})

test('a notification read in one browser window is shown as read in another window of the same user', async ({
  page,
  login,
  context,
}) => {
  await login('club_admin_ln')
  await page.goto('/dashboard')
  const otherPage = await context.newPage()
  await otherPage.goto('/clubs')
  const findBell = (window: typeof page) => window.getByRole('button', { name: /^Pemberitahuan/ })
  // Other tests may notify this user at any time, so the test only asserts that the unread number decreases.
  const readUnreadCount = async () =>
    Number((await findBell(otherPage).getAttribute('aria-label'))?.match(/\d+/)?.[0] ?? 0)
  await expect.poll(readUnreadCount).toBeGreaterThan(0)
  const before = await readUnreadCount()
  await findBell(page).click()
  await page.getByRole('button', { name: 'Tandakan semua dibaca' }).click()
  await expect.poll(readUnreadCount).toBeLessThan(before)
})
