// Tests the user's own profile: photograph, membership card and personal details.
import { createMember, expect, findToast, ownPassword, password, test } from '#e2e/support/fixtures.ts'

/** Draws a test picture in the browser, as large as a photograph taken by a phone. */
async function drawPicture(page: import('@playwright/test').Page, side: number): Promise<Buffer> {
  const data = await page.evaluate(async width => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = Math.round(width / 2)
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
    for (let x = 0; x < width; x += 20) {
      drawing.fillStyle = `hsl(${x % 360} 70% 50%)`
      drawing.fillRect(x, 0, 20, canvas.height)
    }
    return canvas.toDataURL('image/png')
  }, side)
  return Buffer.from(data.split(',')[1] ?? '', 'base64')
}

test('a profile photograph is resized, uploaded with progress, shown in all windows, and removed again', async ({
  page,
  context,
  login,
  expectAccessible,
}) => {
  await login('club_secretary')
  await page.goto('/profile')
  const otherPage = await context.newPage()
  await otherPage.goto('/clubs')
  await expect(page.getByRole('article', { name: 'Kad ahli' })).toContainText('Kavitha Subramaniam')
  const picture = await drawPicture(page, 3000)
  let releaseRequest = () => {}
  const gate = new Promise<void>(resolve => {
    releaseRequest = resolve
  })
  let sentBytes = 0
  await page.route('/api/files?kind=profile_image', async route => {
    sentBytes = route.request().postDataBuffer()?.length ?? 0
    await gate
    await route.continue()
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Pilih gambar' }).click()
  await (await chooser).setFiles({ name: 'saya.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('progressbar', { name: 'Sedang memuat naik gambar...' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pilih gambar' })).toBeDisabled()
  releaseRequest()
  await expect(page.getByText('Gambar profil dikemas kini')).toBeVisible()
  expect(sentBytes).toBeGreaterThan(0)
  expect(sentBytes).toBeLessThan(picture.length + 500_000)
  const findPhotographs = (window: typeof page) => window.locator('main img, header img')
  // The new profile photograph appears on the membership card, beside the upload button and in the header.
  await expect(findPhotographs(page)).toHaveCount(3)
  await expect(findPhotographs(otherPage)).toHaveCount(1)
  await expect
    .poll(() =>
      findPhotographs(page)
        .first()
        .evaluate(img => (img as HTMLImageElement).naturalWidth),
    )
    .toBe(128)
  await expectAccessible()
  await page.getByRole('button', { name: 'Buang gambar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buang gambar' }).click()
  await expect(page.getByText('Gambar profil dibuang')).toBeVisible()
  await expect(findPhotographs(page)).toHaveCount(0)
  await expect(findPhotographs(otherPage)).toHaveCount(0)
})

test('a file that is not a picture is rejected with an error text, and the profile photograph does not change', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('club_admin_ln')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profile')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Pilih gambar' }).click()
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  await (await chooser).setFiles({ name: 'saya.png', mimeType: 'image/png', buffer: html })
  await expect(page.getByText('Jenis fail ini tidak diterima, atau fail ini rosak.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pilih gambar' })).toBeEnabled()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('printing the profile prints only the membership card, details can be edited, and accesses to the identity number are listed', {
  tag: '@long',
}, async ({ page, playwright, baseURL, expectAccessible }) => {
  const email = await createMember('Kad Binti Ahli')
  const admin = await playwright.request.newContext({ baseURL })
  await admin.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const [{ id, membershipNumber }] = await (await admin.get(`/api/users?page=1&search=${email}`)).json()
  await page.request.post('/api/auth/login', { data: { email, password: ownPassword } })
  await page.goto('/profile')
  const card = page.getByRole('article', { name: 'Kad ahli' })
  await expect(card).toContainText(`Kad Binti AhliJapan${membershipNumber}`)
  await expect(page.getByText('Belum ada sesiapa yang melihatnya.')).toBeVisible()
  expect((await admin.post(`/api/users/${id}/unmask`)).status()).toBe(200)
  await expect(page.getByRole('listitem').filter({ hasText: 'Hafiz Zainal' })).toContainText('Pentadbir HQ')

  await page.getByLabel('No. telefon').fill('12')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText(/Nombor telefon tidak sah/)).toBeVisible()
  await page.getByLabel('No. telefon').fill('+81 90-1234 5678')
  await page.getByLabel('Institusi').fill('Universiti Kyoto')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(findToast(page, 'Maklumat anda telah disimpan.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('No. telefon')).toHaveValue('+81 90-1234 5678')
  await expectAccessible()

  await page.emulateMedia({ media: 'print' })
  await expect(card).toBeVisible()
  for (const hiddenElement of [
    page.getByRole('banner'),
    page.getByLabel('Institusi'),
    page.getByText('Cetak kad'),
  ]) {
    await expect(hiddenElement).toBeHidden()
  }
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(400)
})
