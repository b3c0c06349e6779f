import { expect, test } from '#e2e/support/fixtures.ts'

test('a new club changes the dashboard at once, and the analytics page after a click on reload', async ({
  page,
  login,
}) => {
  await login('hq_admin')
  // The test creates a club in South Korea, because no other test creates clubs there.
  await page.goto('/analytics?country=South%20Korea')
  const card = page.getByRole('region', { name: 'Angka utama' }).locator('> *').nth(1)
  await expect(card).toContainText('Kelab aktif')
  const clubCount = card.getByText(/^\d+$/)
  const before = Number(await clubCount.textContent())
  const dashboard = await page.context().newPage()
  await dashboard.goto('/dashboard')
  const totalClubs = dashboard.getByRole('link', { name: /^Jumlah kelab/ }).getByText(/^\d+$/)
  const totalBefore = Number(await totalClubs.textContent())
  const created = await page.request.post('/api/clubs', {
    data: { name: `Kelab Busan ${Date.now()}`, country: 'South Korea' },
  })
  expect(created.status()).toBe(201)
  await expect.poll(async () => Number(await totalClubs.textContent())).toBeGreaterThan(totalBefore)
  await expect(clubCount).toHaveText(String(before))
  await page.getByRole('button', { name: 'Muat semula' }).click()
  await expect(clubCount).toHaveText(String(before + 1))
})

test('the analytics page has tabs, filters, tables and an export, and its URL contains the chosen tab and filters', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  await login('system_admin')
  await page.goto('/communication-analytics')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Analitik Komunikasi')
  await expect(page.getByText('Kandungan mesej tidak dibaca')).toBeVisible()
  await expectAccessible()
  await page.goto('/web-analytics')
  await page.getByRole('button', { name: 'Tapis' }).click()
  const panel = page.getByRole('dialog', { name: 'Tapis' })
  await panel.getByLabel('Negara').selectOption('Japan')
  await panel.getByLabel('Tempoh').selectOption('3')
  await panel.getByLabel('Kelab').selectOption({ index: 1 })
  await expect(page).toHaveURL(/clubId=\d+/)
  await page.keyboard.press('Escape')
  const growth = page.getByRole('region', { name: 'Pertumbuhan keahlian' })
  await expect(growth.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Buang penapis Kelab' }).click()
  await page.getByRole('tab', { name: 'Taburan Geografi' }).click()
  const world = page.getByRole('region', { name: 'Ahli di seluruh dunia' })
  await expect(world.getByRole('row')).toHaveCount(2)
  // A country on the map of the analytics page can be selected by keyboard.
  const map = world.getByRole('group')
  await map.getByRole('button', { name: /^Indonesia/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Negara: Indonesia')).toBeVisible()
  await map.getByRole('button', { name: /^Japan/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('switch', { name: 'Tunjukkan sebagai jadual' }).check()
  await expect(map).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Ahli di seluruh dunia' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Taburan Geografi')
  await expect(page.getByText('Negara: Japan')).toBeVisible()
  await page.getByRole('tab', { name: 'Analitik Aktiviti' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Eksport' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^analitik-aktiviti-.*\.xlsx$/)
})

test('headquarters administrators see no message analytics, and members see their dashboard but no analytics', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('hq_admin')
  await page.goto('/analytics?tab=communication')
  await expect(page.getByRole('tab')).toHaveText([
    'Analitik Ahli',
    'Analitik Aktiviti',
    'Taburan Geografi',
    'Analitik Yuran',
  ])
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Analitik Ahli')
  await login('member')
  await page.goto('/dashboard')
  const ownSection = page.getByRole('region', { name: 'Untuk anda' })
  await expect(ownSection.getByRole('region', { name: 'Kelab Perantau London' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Analitik', exact: true })).toHaveCount(0)
  await expect(page.getByText('Menunggu kelulusan')).toHaveCount(0)
  // The user's next activity comes first on the dashboard, one tap away from the membership card needed at the door.
  await ownSection.getByRole('link', { name: 'Kad untuk masuk' }).click()
  await expect(page).toHaveURL('/card')
})
