import type { Locator, Page } from '@playwright/test'
import { expect, newMember, test, unique } from './fixtures.ts'
import { enterAs, pick, setUpKeys } from './people.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--allow-loopback-in-peer-connection']
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const seen = { permissions: ['camera', 'microphone'] }
const log = (page: Page) => page.getByRole('log')
const call = (page: Page) => page.getByRole('dialog', { name: /^Panggilan Video/ })
const tile = (page: Page, name: string) => call(page).getByRole('figure', { name })

/** Pictures are really arriving, one after the other. */
async function expectMoving(of: Locator): Promise<void> {
  const frames = () =>
    of
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(frames, { timeout: 15_000 }).toBeGreaterThan(2)
}

/** Through the preview, once one's own picture is there. */
async function enter(page: Page, action: 'Panggil' | 'Sertai'): Promise<void> {
  const button = call(page).getByRole('button', { name: action, exact: true })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(call(page).getByRole('button', { name: 'Tamatkan panggilan' })).toBeVisible()
}

async function startDirect(from: Page, name: string): Promise<void> {
  await from.goto('/communication')
  await from.getByRole('searchbox', { name: 'Cari kumpulan atau orang' }).fill(name)
  await from.getByRole('region', { name: 'Orang' }).getByRole('button').first().click()
}

test('a call between two: declined, taken, muted, cut and healed, ended, and noted', async ({
  browser,
  expectAccessible,
}) => {
  test.slow()
  const [aliName, sitiName] = [unique('Ali'), unique('Siti')]
  const [aliMail = '', sitiMail = ''] = await Promise.all([newMember(aliName), newMember(sitiName)])
  const ali = await enterAs(browser, aliMail, seen)
  const siti = await enterAs(browser, sitiMail, seen)
  await startDirect(ali, sitiName)
  await setUpKeys(ali)
  await siti.goto('/communication?tab=custom')
  await siti.getByRole('button', { name: new RegExp(aliName) }).click()
  await setUpKeys(siti)
  await expect(ali.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await siti.goto('/clubs')

  // It rings wherever the other is; no is an answer.
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  for (const point of [
    'disulitkan hujung ke hujung',
    'Tiada rakaman disimpan',
    'Jangan kongsi maklumat sensitif',
  ]) {
    await expect(call(ali).getByText(point, { exact: false })).toBeVisible()
  }
  await expectAccessible(ali, '[role=dialog]')
  await enter(ali, 'Panggil')
  await expect(call(ali).getByText('Menunggu jawapan…')).toBeVisible()
  await expect(siti.getByText(`${aliName} sedang memanggil`)).toBeVisible()
  await siti.getByRole('button', { name: 'Tolak' }).click()
  await expect(call(ali).getByText('Panggilan telah tamat')).toBeVisible()
  await call(ali).getByRole('button', { name: 'Tutup' }).click()
  await expect(log(ali)).toContainText('Panggilan video tidak dijawab')

  // Taken: each sees the other move.
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima' }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(siti, aliName))
  await expectAccessible(ali, '[role=dialog]')

  // What one turns off the other sees turned off.
  await call(ali).getByRole('button', { name: 'Matikan mikrofon' }).click()
  await expect(tile(siti, aliName).getByRole('img', { name: 'Mikrofon dimatikan' })).toBeVisible()
  await call(ali).getByRole('button', { name: 'Matikan kamera' }).click()
  await expect(tile(siti, aliName).locator('video')).toBeHidden()
  await call(ali).getByRole('button', { name: 'Hidupkan kamera' }).click()
  await expect(tile(siti, aliName).locator('video')).toBeVisible()

  // The server is out of reach for a while: they go on, and it is found again.
  await siti.context().setOffline(true)
  await expect(call(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeVisible({
    timeout: 15_000,
  })
  await siti.context().setOffline(false)
  await expect(call(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeHidden({
    timeout: 15_000,
  })
  await expect(tile(ali, sitiName).locator('video')).toBeVisible()

  await call(ali).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(log(ali)).toContainText('Panggilan video, kurang seminit')
  await call(siti).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(call(siti)).toBeHidden()
  for (const page of [ali, siti]) await page.context().close()
})

test('a call of three; whoever is removed is out of it, and whoever closes the page too', async ({
  browser,
}) => {
  test.slow()
  const names = [unique('Ali'), unique('Siti'), unique('Mei')]
  const [aliName = '', sitiName = '', meiName = ''] = names
  const mails = await Promise.all(names.map(name => newMember(name)))
  const [ali, siti, mei] = (await Promise.all(mails.map(mail => enterAs(browser, mail, seen)))) as [
    Page,
    Page,
    Page,
  ]
  const name = unique('Mesyuarat')
  await ali.goto('/communication')
  await ali.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  await ali
    .getByRole('dialog')
    .getByLabel(/^Nama kumpulan/)
    .fill(name)
  for (const person of [sitiName, meiName]) await pick(ali, person)
  await ali.getByRole('dialog').getByRole('button', { name: 'Cipta kumpulan' }).click()
  await setUpKeys(ali)
  for (const page of [siti, mei]) {
    await page.goto('/communication?tab=custom')
    await page.getByRole('button', { name: new RegExp(name) }).click()
    await setUpKeys(page)
  }
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  for (const page of [siti, mei]) {
    await page.getByRole('button', { name: 'Terima' }).click()
    await enter(page, 'Sertai')
  }
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(ali, meiName))
  await expectMoving(tile(siti, meiName))
  await expectMoving(tile(mei, aliName))

  const { id } = (await (await ali.request.get('/api/groups')).json()).find(
    (group: { name: string }) => group.name === name,
  )
  const { id: sitiId } = await (await siti.request.get('/api/auth/me')).json()
  const removal = await ali.request.delete(`/api/groups/${id}/members`, { data: { userIds: [sitiId] } })
  expect(removal.status()).toBe(204)
  await expect(tile(mei, sitiName)).toHaveCount(0)
  await expect(tile(ali, sitiName)).toHaveCount(0)
  await expect(call(siti).getByText('Anda tidak lagi berada dalam panggilan ini')).toBeVisible({
    timeout: 15_000,
  })
  await expectMoving(tile(ali, meiName))

  await mei.close({ runBeforeUnload: true })
  await expect(tile(ali, meiName)).toHaveCount(0)
  for (const page of [ali, siti, mei]) await page.context().close()
})
