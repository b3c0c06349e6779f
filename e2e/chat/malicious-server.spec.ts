// A malicious server operator changes messages and keys in the database, which the clients must notice.
import type { Page } from '@playwright/test'
import { findMessageInput, findMessageLog, openDirectMessage } from '#e2e/support/chat-page.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import { enterPasswordInEncryptionSettings, openPagesOfTwoMembers } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

const alarmText = 'Senarai pembaca gagal disahkan — penghantaran dihentikan'
const readUserId = async (page: Page) => (await (await page.request.get('/api/auth/me')).json()).id as number

async function sendMessage(page: Page, text: string): Promise<void> {
  await findMessageInput(page).fill(text)
  await findMessageInput(page).press('Enter')
  await expect(findMessageLog(page).getByText(text, { exact: true })).toBeVisible()
  await expect(findMessageLog(page).getByText('Sedang dihantar...')).toHaveCount(0)
}

test('clients detect dropped, changed and inserted messages and forged keys, and send nothing to forged keys', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, aliName, siti, sitiName } = await openPagesOfTwoMembers(browser)
  const id = await openDirectMessage(ali, sitiName)
  for (const text of ['Satu', 'Dua', 'Tiga', 'Empat']) await sendMessage(ali, text)
  const sitiId = await readUserId(siti)

  // The members have compared safety numbers, so Siti's current keys are verified.
  await ali.getByRole('button', { name: 'Maklumat perbualan' }).click()
  await ali.getByRole('button', { name: 'Nombor ini sama' }).click()
  await expect(ali.getByText('Disahkan pada', { exact: false })).toBeVisible()
  await expectAccessible(ali, '[role="dialog"]')

  // The sender's device is offline, because it would send the dropped message again.
  const aliId = await readUserId(ali)
  await ali.goto('about:blank')
  // The server operator drops a message, changes a date, inserts a plaintext message and renames the sender.
  await queryDatabase('delete from messages where group_id = $1 and seq = 2', [id])
  await queryDatabase('update messages set seq = seq - 1 where group_id = $1 and seq > 2', [id])
  await queryDatabase(
    `update messages set created_at = created_at - interval '2 days' where group_id = $1 and seq = 1`,
    [id],
  )
  await queryDatabase(
    `insert into messages (group_id, seq, sender_id, content) values ($1, 4, $2, 'Kata pelayan')`,
    [id, aliId],
  )
  await queryDatabase('update users set full_name = $2 where id = $1', [aliId, 'Nama Palsu'])
  await siti.goto(`/communication?group=${id}`)
  await expect(
    findMessageLog(siti).getByText(`Satu mesej daripada ${aliName} tidak sampai di sini`),
  ).toBeVisible()
  await expect(findMessageLog(siti).getByText('Mesej ini gagal disahkan dan tidak dipaparkan')).toHaveCount(1)
  await expect(findMessageLog(siti).getByText('Kata pelayan')).toHaveCount(0)
  await expect(findMessageLog(siti).getByText('pelayan:', { exact: false })).toHaveCount(1)
  await expect(findMessageLog(siti).getByText(aliName, { exact: true }).first()).toBeVisible()
  await expect(findMessageLog(siti).getByText('Nama Palsu', { exact: true })).toHaveCount(0)
  await takeScreenshots(siti, 'lying-messages')
  await expectAccessible(siti)

  // Siti's keys are replaced on the server. A new group raises an alarm, and nothing is encrypted to the new keys.
  const forgedCard = await forgeCard(ali, sitiId)
  await queryDatabase('update user_keys set card = $2 where user_id = $1', [
    sitiId,
    JSON.stringify(forgedCard),
  ])
  await ali.goto('/communication')
  await ali.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  const name = makeUnique('Rahsia')
  await ali
    .getByRole('dialog')
    .getByLabel(/^Nama kumpulan/)
    .fill(name)
  await ali.getByRole('dialog').getByRole('searchbox').fill(sitiName)
  await ali.getByRole('dialog').getByRole('checkbox', { name: sitiName }).check()
  await ali.getByRole('dialog').getByRole('button', { name: 'Cipta kumpulan' }).click()
  await expect(ali.getByRole('alert').filter({ hasText: alarmText })).toBeVisible()
  await expect(ali.getByRole('alert')).toContainText(
    `Dua kunci yang berlainan ditunjukkan sebagai kunci ${sitiName}`,
  )
  await expect(ali.getByRole('button', { name: 'Hantar' })).toBeDisabled()
  await takeScreenshots(ali, 'lying-card')
  await expectAccessible(ali)
  // The alarm about the forged keys remains after a reload and in every group with Siti.
  await ali.reload()
  await expect(ali.getByRole('alert').filter({ hasText: alarmText })).toBeVisible()
  await ali.goto(`/communication?group=${id}`)
  await expect(ali.getByRole('alert').filter({ hasText: alarmText })).toBeVisible()
  await findMessageInput(ali).fill('Tidak boleh sampai')
  await expect(ali.getByRole('button', { name: 'Hantar' })).toBeDisabled()
  const boxes = await queryDatabase(
    'select from epoch_boxes b join message_groups g on g.id = b.group_id where g.name = $1 and b.user_id = $2',
    [name, sitiId],
  )
  expect(boxes).toEqual([])
  // The user whose keys were forged sees an alarm when she opens the chat.
  await siti.goto('/dashboard')
  await siti.goto('/communication')
  await expect(siti.getByRole('alert').filter({ hasText: 'Ada kunci lain' })).toBeVisible()
  await takeScreenshots(siti, 'lying-own-card')
  for (const page of [ali, siti]) await page.context().close()
})

/** Builds a card (signed public keys) with a user's id but other keys, as a malicious server could. */
async function forgeCard(page: Page, userId: number, generation = 1): Promise<object> {
  await page.goto('/login')
  return page.evaluate(
    async ([id, gen]) => {
      const encodeBase64url = (bytes: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
      const sign = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
      const box = (await crypto.subtle.generateKey('X25519', true, ['deriveBits'])) as CryptoKeyPair
      const [signKey, boxKey] = [
        encodeBase64url(await crypto.subtle.exportKey('raw', sign.publicKey)),
        encodeBase64url(await crypto.subtle.exportKey('raw', box.publicKey)),
      ]
      const body = JSON.stringify([id, gen, signKey, boxKey])
      const sig = await crypto.subtle.sign(
        'Ed25519',
        sign.privateKey,
        new TextEncoder().encode(`perantau/card/1\n${body}`),
      )
      return { userId: id, gen, sign: signKey, box: boxKey, sig: encodeBase64url(sig) }
    },
    [userId, generation] as const,
  )
}

test('when the server operator publishes newer keys for a user, the user sees a red security alarm, cannot send messages, and can replace these keys', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, siti, sitiName } = await openPagesOfTwoMembers(browser)
  const id = await openDirectMessage(ali, sitiName)
  await sendMessage(ali, 'Sebelum dipalsukan')
  // Once a message encrypted to the keys has left the device, the keys count as used.
  await expect
    .poll(async () => queryDatabase('select from messages where group_id = $1', [id]))
    .toHaveLength(1)
  const aliId = await readUserId(ali)
  await queryDatabase('insert into user_keys (user_id, gen, card, prior_unused) values ($1, 2, $2, true)', [
    aliId,
    JSON.stringify(await forgeCard(ali, aliId, 2)),
  ])
  // The server operator also hides from the keys' owner every sign that the keys were used.
  await ali.route('/api/keys/me', async route => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isUsed: false } })
  })
  await ali.setViewportSize({ width: 1280, height: 720 })
  await ali.goto(`/communication?group=${id}`)
  const alarm = ali.getByRole('alert').filter({ hasText: 'Kunci lain diterbitkan atas nama anda' })
  await expect(alarm).toContainText('Adakah itu anda?')
  await expect(ali.getByRole('button', { name: 'Hantar' })).toBeDisabled()
  await expect(findMessageLog(ali).getByText('Sebelum dipalsukan')).toBeInViewport()
  await expect(ali.getByText('Dilindungi oleh penyulitan', { exact: false })).toHaveCount(0)
  await expectAccessible(ali)
  await takeScreenshots(ali, 'own-card-replaced')
  // The security alarm about a forged key does not affect a plaintext group.
  await ali.goto('/communication?tab=global')
  await ali.getByRole('tabpanel').getByRole('button').first().click()
  await findMessageInput(ali).fill('Boleh')
  await expect(ali.getByRole('button', { name: 'Hantar' })).toBeEnabled()

  await alarm.getByRole('button', { name: 'Bukan saya' }).click()
  const settings = ali.getByRole('region', { name: 'Penyulitan', exact: true })
  await settings.getByRole('button', { name: 'Ganti kunci itu dengan kunci saya' }).click()
  await enterPasswordInEncryptionSettings(ali)
  await settings.getByRole('button', { name: 'Buat kunci baharu' }).click()
  await expect(settings.getByText('Peranti ini mempunyai kunci anda')).toBeVisible()
  await expect(alarm).toBeHidden()
  const published = await (await ali.request.get('/api/keys/me')).json()
  expect(published.card.gen).toBe(3)
  await ali.goto(`/communication?group=${id}`)
  await expect(findMessageLog(ali).getByText('Sebelum dipalsukan')).toBeVisible()
  for (const page of [ali, siti]) await page.context().close()
})
