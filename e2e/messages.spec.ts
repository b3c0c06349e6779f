// Messages as people know them from elsewhere, in an encrypted group between two browsers.
import type { Page } from '@playwright/test'
import { field, log, sayAndWait } from './conversation.ts'
import { expect, newMember, test, toast, unique } from './fixtures.ts'
import { comeByKeys, enterAs } from './people.ts'
import { takePictures } from './phone.ts'

const bubble = (page: Page, words: string) =>
  log(page)
    .locator('[id^=message-]')
    .filter({ has: page.getByText(words, { exact: true }) })
    .first()

async function act(page: Page, words: string, action: string): Promise<void> {
  await bubble(page, words).hover()
  await bubble(page, words)
    .getByRole('button', { name: /^Tindakan/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('answered, reacted to, edited, deleted and called on', { tag: '@long' }, async ({ browser }) => {
  test.slow()
  const [aliName, sitiName] = [unique('Ali'), unique('Siti')]
  const [aliMail, sitiMail] = [await newMember(aliName), await newMember(sitiName)]
  const siti = await enterAs(browser, sitiMail)
  await comeByKeys(siti)
  const ali = await enterAs(browser, aliMail)
  await comeByKeys(ali)
  const found = await ali.request.get(`/api/people?search=${encodeURIComponent(sitiName)}`)
  const [{ id: sitiId }] = await found.json()
  const made = await ali.request.post('/api/groups', {
    data: { name: unique('Jawatankuasa'), memberIds: [sitiId] },
  })
  const { id, name } = await made.json()
  await ali.goto(`/communication?group=${id}`)
  await ali.getByRole('button', { name: 'Beri akses' }).click()
  await sayAndWait(ali, 'Latihan jadi petang ini?')
  await siti.goto(`/communication?group=${id}`)
  await sayAndWait(siti, 'Saya boleh datang')
  await expect(log(ali).getByText('Saya boleh datang')).toBeVisible()

  // Answered with the line it answers, which leads there.
  await act(ali, 'Saya boleh datang', 'Balas')
  await expect(ali.getByText(`Membalas ${sitiName}`)).toBeVisible()
  await sayAndWait(ali, 'Bagus!')
  await expect(bubble(siti, 'Bagus!').getByRole('button', { name: /yang dibalas$/ })).toContainText(
    'Saya boleh datang',
  )

  // One reaction each, the second in the place of the first; all others behind a picker in Malay.
  await act(siti, 'Bagus!', 'Reaksi ❤️')
  await expect(bubble(ali, 'Bagus!').getByRole('button', { name: 'Reaksi ❤️, 1 orang' })).toBeVisible()
  await act(siti, 'Bagus!', 'Emoji lain')
  await siti.getByRole('searchbox', { name: 'Cari emoji' }).fill('layang-layang')
  await siti.getByRole('dialog').getByRole('button').filter({ hasText: '🪁' }).click()
  await expect(bubble(ali, 'Bagus!').getByRole('button', { name: 'Reaksi 🪁, 1 orang' })).toBeVisible()

  // Edited: the new words stand in the place of the old, and the old ones nowhere.
  await act(ali, 'Latihan jadi petang ini?', 'Sunting')
  await field(ali).fill('Latihan jadi pukul lima?')
  await ali.getByRole('button', { name: 'Simpan' }).click()
  await expect(bubble(siti, 'Latihan jadi pukul lima?')).toContainText('disunting')
  await expect(log(siti).getByText('Latihan jadi petang ini?')).toHaveCount(0)

  // Called on by name, while one looks elsewhere: a sign in the list.
  await siti.goto('/communication')
  await field(ali).fill('')
  await field(ali).pressSequentially(`@${sitiName.slice(0, 6)}`)
  await ali.getByRole('option', { name: new RegExp(sitiName) }).click()
  await field(ali).press('End')
  await field(ali).pressSequentially('ya')
  await takePictures(ali, 'composing')
  await field(ali).press('Enter')
  await expect(log(ali).locator('strong', { hasText: `@${sitiName}` })).toBeVisible()
  await expect(siti.getByRole('button', { name: new RegExp(name) })).toContainText('Anda disebut')

  // One's own list: muted and pinned to the top, and a message held up by whoever runs the group.
  await act(ali, 'Bagus!', 'Sematkan mesej')
  await siti.getByRole('button', { name: new RegExp(name) }).click()
  await expect(siti.getByRole('button', { name: 'Pergi ke mesej yang disematkan: Bagus!' })).toBeVisible()
  await siti.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  await siti.getByRole('combobox', { name: 'Bisukan pemberitahuan' }).click()
  await siti.getByRole('option', { name: 'Selama lapan jam' }).click()
  await expect(siti.getByText(/^Dibisukan hingga/)).toBeVisible()
  await siti.getByLabel('Sematkan di bahagian atas senarai').click()
  await expect(siti.getByLabel('Sematkan di bahagian atas senarai')).toBeChecked()
  await takePictures(siti, 'drawer')
  await siti.keyboard.press('Escape')
  await field(ali).pressSequentially('Se')
  await expect(siti.getByText(`${aliName} sedang menaip…`)).toBeVisible()
  await field(ali).fill('')
  await expect(bubble(ali, 'Bagus!').getByLabel('Dibaca', { exact: true })).toBeVisible()
  const first = siti.getByRole('region', { name: 'Kumpulan' }).getByRole('listitem').first()
  await expect(first).toContainText(name)
  await expect(first.getByLabel('Dibisukan')).toBeVisible()
  await takePictures(siti, 'list')

  // Deleted: a trace stays with everybody, also in what answered it.
  await takePictures(ali, 'conversation')
  await act(siti, 'Saya boleh datang', 'Padam')
  await siti.getByRole('dialog').getByRole('button', { name: 'Padam' }).click()
  await expect(log(ali).getByText('Mesej ini telah dipadam').first()).toBeVisible()
  await expect(log(ali).getByText('Saya boleh datang')).toHaveCount(0)
  await expect(bubble(ali, 'Bagus!')).toContainText('Mesej ini telah dipadam')

  // A link leads to the message, and only those who are in the group.
  await ali.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await act(ali, 'Bagus!', 'Salin pautan mesej')
  await expect(toast(ali, 'Pautan disalin')).toBeVisible()
  const link = await ali.evaluate(() => navigator.clipboard.readText())
  const { pathname, search } = new URL(link)
  await siti.goto(pathname + search)
  await expect(bubble(siti, 'Bagus!')).toBeInViewport()

  // A small profile of each: whether they are here, and the ways to them. Whom one blocks one does not hear from.
  await siti.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  const drawer = siti.getByRole('dialog')
  await drawer.getByRole('button', { name: new RegExp(aliName) }).click()
  await expect(drawer.getByText('Dalam talian')).toBeVisible()
  await expect(drawer.getByText('Nombor keselamatan')).toBeVisible()
  await takePictures(siti, 'profile')
  await drawer.getByRole('button', { name: 'Mesej', exact: true }).click()
  await expect(siti.getByRole('region', { name: aliName })).toContainText('Dalam talian')
  await siti.getByRole('button', { name: 'Maklumat perbualan' }).click()
  await siti.getByRole('button', { name: `Sekat ${aliName}` }).click()
  const asked = siti.getByRole('dialog', { name: `Sekat ${aliName}?` })
  await asked.getByRole('button', { name: `Sekat ${aliName}` }).click()
  await expect(siti.getByText(`Anda telah menyekat ${aliName}`, { exact: false })).toBeVisible()
  await takePictures(siti, 'blocked')
  await siti.goto('/communication/search?q=Bagus')
  await expect(siti.getByRole('list', { name: 'Mesej yang sepadan' })).toContainText('Bagus!')
  await takePictures(siti, 'search')
})
