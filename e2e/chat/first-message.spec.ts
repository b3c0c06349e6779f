// The first message between two members who have never exchanged one, with as few clicks as possible.
import type { Page } from '@playwright/test'
import { findMessageInput, findMessageLog } from '#e2e/support/chat-page.ts'
import { createMember, expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import { takeScreenshots } from '#e2e/support/layout-checks.ts'
import { openPageAsMember } from '#e2e/support/members.ts'

const hasKeys = async (page: Page) => (await (await page.request.get('/api/keys/me')).json()).card !== null

test('a first message takes at most three clicks, and a recipient who is away reads it later', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const [aliName, sitiName, meiName] = [makeUnique('Ali'), makeUnique('Siti'), makeUnique('Mei')]
  const [aliMail, sitiMail, meiMail] = [
    await createMember(aliName),
    await createMember(sitiName),
    await createMember(meiName),
  ]
  // The recipient has opened the chat once, so she has keys, and is offline now.
  const siti = await openPageAsMember(browser, sitiMail)
  await siti.goto('/communication')
  await expect.poll(() => hasKeys(siti)).toBe(true)
  await siti.goto('about:blank')

  const ali = await openPageAsMember(browser, aliMail)
  await ali.setViewportSize({ width: 390, height: 844 })
  await ali.goto('/communication')
  let clicks = 0
  await ali.exposeFunction('clicked', () => {
    clicks += 1
  })
  await ali.evaluate('addEventListener("click", () => clicked(), true)')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau orang' }).fill(sitiName)
  await ali.getByRole('region', { name: 'Orang' }).getByRole('button').first().click()
  await expect(findMessageInput(ali)).toBeFocused()
  await findMessageInput(ali).pressSequentially('Hai')
  await findMessageInput(ali).press('Enter')
  await expect(findMessageLog(ali).getByText('Hai', { exact: true })).toBeVisible()
  await expect(findMessageLog(ali).getByText(/Sedang dihantar|Disimpan pada/)).toHaveCount(0)
  expect(clicks).toBeLessThanOrEqual(3)
  await expect(ali.getByText('Simpan kunci anda', { exact: true })).toBeVisible()
  await expectAccessible(ali)
  await takeScreenshots(ali, 'first-words')

  await siti.goto('/dashboard')
  await siti.getByRole('button', { name: /^Pemberitahuan/ }).click()
  await siti.getByRole('link', { name: new RegExp(`${aliName} mahu berbual dengan anda`) }).click()
  await expect(findMessageLog(siti).getByText('Hai', { exact: true })).toBeVisible()

  // A message to a user without keys waits on the device of the sender and is sent once she has keys.
  await ali.goto('/communication')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau orang' }).fill(meiName)
  await ali.getByRole('region', { name: 'Orang' }).getByRole('button').first().click()
  await findMessageInput(ali).fill('Selamat datang')
  await findMessageInput(ali).press('Enter')
  await expect(findMessageLog(ali).getByText(`selepas ${meiName} log masuk`, { exact: false })).toBeVisible()
  await ali.goto('/clubs')
  const mei = await openPageAsMember(browser, meiMail)
  await mei.goto('/communication?tab=custom')
  await mei.getByRole('button', { name: new RegExp(aliName) }).click()
  await expect(findMessageLog(mei).getByText('Selamat datang', { exact: true })).toBeVisible()
  for (const page of [ali, siti, mei]) await page.context().close()
})
