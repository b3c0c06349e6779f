import { queryDatabase } from '#e2e/support/database.ts'
import { createMember, expect, makeUnique, openPageSignedInAs, test } from '#e2e/support/fixtures.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

test('new terms of use must be accepted before anything else, data downloads stay available, and headquarters sees who accepted', async ({
  browser,
}) => {
  const email = await createMember(makeUnique('Lama'))
  // A migration inserts such a row without consent for users who registered before versions of the terms were recorded.
  await queryDatabase(
    `insert into term_acceptances (user_id, version, consented, way) select id, 1, false, 'before' from users where email = $1`,
    [email],
  )
  const page = await openPageSignedInAsMember(browser, email)
  await page.goto('/activities')
  await expect(page.getByRole('heading', { name: 'Terma dan Persetujuan Anda' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /salinan data/i })).toBeVisible()
  await takeScreenshots(page, 'terms-asked')
  const agree = page.getByRole('button', { name: 'Setuju dan teruskan' })
  await page.getByLabel('Saya telah membaca').check()
  await agree.click()
  await expect(page.getByText('Persetujuan anda diperlukan')).toBeVisible()
  await page.getByLabel('Saya bersetuju keahlian politik').check()
  await agree.click()
  await expect(page.getByRole('heading', { name: 'Aktiviti', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Aktiviti', level: 1 })).toBeVisible()

  const hq = await openPageSignedInAs(browser, 'hq_admin')
  await hq.goto('/audit')
  await hq.getByRole('link', { name: 'Data peribadi yang disimpan' }).click()
  await expect(hq.getByText(/ahli aktif telah menerimanya/)).toBeVisible()
  // The list of stored data is grouped by purpose in collapsible sections.
  const acceptedTerms = hq.getByRole('heading', { name: 'Terma yang saya terima', includeHidden: true })
  await hq.locator('section').filter({ has: acceptedTerms }).getByRole('button').first().click()
  await expect(acceptedTerms).toBeVisible()
  await takeScreenshots(hq, 'data-register')
})
