// Tests the chat in the browser: groups, read state on two devices, offline drafts, history and large group lists.
import type { Page } from '@playwright/test'
import { findMessageInput, findMessageLog } from '#e2e/support/chat-page.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { createMember, expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import { port } from '#e2e/support/ports.ts'

async function sendMessage(page: Page, text: string): Promise<void> {
  await findMessageInput(page).fill(text)
  await findMessageInput(page).press('Enter')
}

async function openGroup(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await expect(findMessageLog(page)).toBeVisible()
}

test('a chat group of three members is created, used on two devices, works after a network loss, and is closed', async ({
  browser,
  expectAccessible,
}) => {
  test.slow()
  // The test creates its own members, because a demo account may have its encryption keys in another browser only.
  const [ownerName, memberName, secretaryName] = [
    makeUnique('Daniel'),
    makeUnique('Amirul'),
    makeUnique('Kavitha'),
  ]
  const [ownerMail, memberMail, secretaryMail] = [
    await createMember(ownerName),
    await createMember(memberName),
    await createMember(secretaryName),
  ]
  const [owner, member] = await Promise.all([
    openPageSignedInAsMember(browser, ownerMail),
    // The page uses an IP address, because the socket client assumes that localhost is reachable without a network.
    openPageSignedInAsMember(browser, memberMail, { baseURL: `http://127.0.0.1:${port}` }),
  ])
  const name = makeUnique('Jawatankuasa')
  // The recipient has opened the chat once and therefore has keys, so that messages need not wait for keys.
  await member.goto('/communication')
  await expect.poll(async () => (await (await member.request.get('/api/keys/me')).json()).card).not.toBeNull()
  await member.goto('/clubs')
  await expect(member.getByRole('heading', { name: 'Kelab', exact: true })).toBeVisible()

  // A chat group created by one member appears for the other members.
  await owner.goto('/communication')
  await expect(owner.getByRole('heading', { name: 'Selamat datang ke Komunikasi' })).toBeVisible()
  await owner.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cipta kumpulan' }).click()
  await expect(dialog.getByText('Nama kumpulan diperlukan')).toBeVisible()
  await expect(dialog.getByText('Pilih sekurang-kurangnya seorang')).toBeVisible()
  await dialog.getByLabel(/^Nama kumpulan/).fill(name)
  for (const person of [memberName, secretaryName]) {
    await dialog.getByRole('searchbox').fill(person)
    await dialog.getByRole('checkbox', { name: person }).check()
  }
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Cipta kumpulan' }).click()
  await expect(findToast(owner, 'Kumpulan berjaya dicipta')).toBeVisible()
  await expect(owner.getByRole('region', { name })).toContainText('Kumpulan · 3 ahli')
  await expect(owner.getByText('dilindungi oleh penyulitan hujung ke hujung', { exact: false })).toBeVisible()
  // A server that marks the group as unencrypted cannot turn encryption off.
  await queryDatabase('update message_groups set encrypted = false where name = $1', [name])
  await owner.reload()
  await expect(owner.getByText('dilindungi oleh penyulitan hujung ke hujung', { exact: false })).toBeVisible()
  await queryDatabase('update message_groups set encrypted = true where name = $1', [name])
  await findMessageInput(owner).fill('   ')
  await expect(owner.getByRole('button', { name: 'Hantar' })).toBeDisabled()

  // A message to a user who is on another page changes the badge and the page title. The badge leads to the chat.
  const badge = member.getByRole('link', { name: /^Mesej/ })
  const before = Number((await badge.getAttribute('aria-label'))?.match(/\d+/)?.[0] ?? 0)
  await findMessageInput(owner).fill('Baris satu')
  await findMessageInput(owner).press('Shift+Enter')
  await findMessageInput(owner).pressSequentially('lihat https://contoh.my/atur. <b>Ya</b>')
  await findMessageInput(owner).press('Enter')
  await expect(findMessageLog(owner)).toContainText('Baris satu')
  await expect(findMessageInput(owner)).toHaveValue('')
  await expect(badge).toHaveAccessibleName(`Mesej, ${before + 1} belum dibaca`)
  await expect(member).toHaveTitle(`(${before + 1}) Kelab · Perantau`)
  await badge.click()
  await member.getByRole('tab', { name: 'Peribadi' }).click()
  await expect(member.getByRole('button', { name })).toContainText('Daniel: Mesej disulitkan')
  await openGroup(member, new RegExp(name))
  await expect(findMessageLog(member).getByText('Mesej baharu')).toBeVisible()
  await expect(findMessageLog(member).getByText(ownerName, { exact: true })).toBeVisible()
  await expect(findMessageLog(member).getByText('<b>Ya</b>', { exact: false })).toBeVisible()
  const link = findMessageLog(member).getByRole('link', { name: 'https://contoh.my/atur' })
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(findMessageLog(member).getByText('Hari ini')).toBeVisible()
  await expectAccessible(member)

  // A second window of the same user, as narrow as a phone, shows messages as read that were read in the first window.
  const phone = await member.context().newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.emulateMedia({ colorScheme: 'dark' })
  await phone.goto('/communication?tab=custom')
  await expect(phone.getByRole('button', { name: new RegExp(name) })).not.toContainText('belum dibaca')
  await openGroup(phone, new RegExp(name))
  await sendMessage(member, 'Baik, saya baca')
  for (const page of [owner, phone]) await expect(findMessageLog(page)).toContainText('Baik, saya baca')
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await phone.getByRole('button', { name: 'Kembali ke senarai kumpulan' }).click()
  await expect(phone.getByRole('button', { name: new RegExp(name) })).toContainText('Anda: Baik, saya baca')
  await sendMessage(owner, 'Satu lagi')
  await expect(phone.getByRole('button', { name: new RegExp(name) })).toContainText(
    'Daniel: Mesej disulitkan',
  )

  // Without a network a typed message stays in the input. After the reconnect the messages sent meanwhile appear.
  await member.context().setOffline(true)
  await expect(member.getByText('Mesej anda disimpan di sini', { exact: false })).toBeVisible()
  await findMessageInput(member).fill('Draf saya')
  await sendMessage(owner, 'Semasa anda tiada')
  await expect(findMessageLog(owner)).toContainText('Semasa anda tiada')
  await member.context().setOffline(false)
  await expect(findMessageLog(member)).toContainText('Semasa anda tiada')
  await member.reload()
  await expect(findMessageInput(member)).toHaveValue('Draf saya')
  await findMessageInput(member).press('Enter')
  await expect(findMessageLog(owner)).toContainText('Draf saya')

  // A message sent while disconnected is queued and marked as waiting, and is sent exactly once after the reconnect.
  await member.context().setOffline(true)
  await expect(member.getByText('Mesej anda disimpan di sini', { exact: false })).toBeVisible()
  await findMessageInput(member).fill('Ditahan dahulu')
  await findMessageInput(member).press('Enter')
  await expect(member.getByRole('status').getByText(/^Belum bersambung\. Mesej anda disimpan/)).toBeVisible()
  await expect(findMessageInput(member)).toHaveValue('Ditahan dahulu')
  await member.context().setOffline(false)
  await expect(findMessageLog(owner)).toContainText('Ditahan dahulu')
  await expect(findMessageInput(member)).toHaveValue('')
  await sendMessage(member, 'Penutup')
  await expect(findMessageLog(owner)).toContainText('Penutup')
  await expect(findMessageLog(owner).getByText('Ditahan dahulu', { exact: true })).toHaveCount(1)

  // An encrypted group that the user opens without a network shows its messages once the network is back.
  await member.goto('/communication')
  await expect(member.getByRole('button', { name: new RegExp(name) })).toBeVisible()
  await member.context().setOffline(true)
  await member.getByRole('button', { name: new RegExp(name) }).click()
  await expect(member.getByRole('button', { name: 'Cuba lagi' })).toBeVisible()
  await member.context().setOffline(false)
  await expect(findMessageLog(member)).toContainText('Penutup')

  // After leaving the chat group, the member is led back to the start page of the chat.
  const groups = await (await owner.request.get('/api/groups')).json()
  const { id } = groups.find((group: { name: string }) => group.name === name)
  const secretary = await openPageSignedInAsMember(browser, secretaryMail)
  await secretary.goto(`/communication?group=${id}`)
  await secretary.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  await secretary.getByRole('button', { name: 'Keluar daripada kumpulan' }).click()
  await secretary
    .getByRole('dialog', { name: 'Keluar daripada kumpulan' })
    .getByRole('button', { name: 'Keluar daripada kumpulan' })
    .click()
  await expect(secretary.getByRole('heading', { name: 'Selamat datang ke Komunikasi' })).toBeVisible()
  await expect(secretary).toHaveURL('/communication')
  await expect(secretary.getByRole('dialog')).toHaveCount(0)

  // A user who is not a member gets 404 for the chat group and sees nothing of it.
  expect((await secretary.request.get(`/api/messages/${id}`)).status()).toBe(404)
  await secretary.goto(`/communication?group=${id}`)
  await expect(secretary.getByRole('heading', { name: 'Selamat datang ke Komunikasi' })).toBeVisible()
  await secretary.context().close()

  // The group's owner renames the group, removes a member and closes the group.
  await owner.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  const drawer = owner.getByRole('dialog', { name: 'Maklumat kumpulan' })
  await drawer.getByLabel('Nama kumpulan').fill(`${name} II`)
  await drawer.getByRole('button', { name: 'Simpan' }).click()
  await expect(member.getByRole('heading', { name: `${name} II` })).toBeVisible()
  await expectAccessible(owner)
  await drawer.getByRole('button', { name: `Keluarkan ${memberName}` }).click()
  const findConfirmButton = (label: string) =>
    owner.getByRole('dialog', { name: label }).getByRole('button', { name: label })
  await findConfirmButton(`Keluarkan ${memberName}`).click()
  await expect(member.getByRole('heading', { name: 'Selamat datang ke Komunikasi' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Tutup kumpulan' }).click()
  await findConfirmButton('Tutup kumpulan').click()
  await drawer.getByRole('button', { name: 'Tutup', exact: true }).click()
  await expect(owner.getByText('Kumpulan ini telah ditutup.', { exact: false })).toBeVisible()
  await expect(findMessageInput(owner)).toHaveCount(0)
  for (const page of [owner, member]) await page.context().close()
})

/** Inserts a club with a group and a long history directly into the database, and moves both users to the club. */
async function insertHistory(name: string, senderId: number, otherId: number, count: number): Promise<void> {
  await queryDatabase(
    `with club as (insert into clubs (name, university, country) values ($1, 'Universiti Ujian', 'Japan') returning id),
          head as (insert into message_groups (name, type, club_id, last_seq) select $1, 'club', id, $4 from club
                   returning id, last_seq - $4 as base),
          moved as (update users set club_id = club.id from club where users.id in ($2, $3)),
          people as (insert into group_members (group_id, user_id) select head.id, unnest(array[$2, $3]::int[]) from head)
     insert into messages (group_id, sender_id, seq, content, created_at)
     select head.id, $2, head.base + n, 'Dahulu ' || n || repeat(' kata', n % 20),
            now() - ($4 - n + 1) * interval '1 minute'
       from head, generate_series(1, $4::int) n`,
    [name, senderId, otherId, count],
  )
}

const readTopOfMessage = (page: Page, text: string) =>
  findMessageLog(page)
    .getByText(text, { exact: true })
    .evaluate(element => Math.round(element.getBoundingClientRect().top))

test('a direct message is started from the search, and the displayed text keeps its position when messages are loaded or arrive', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const otherName = makeUnique('Nurul')
  const [secretaryMail, otherMail] = [
    await createMember(makeUnique('Kavitha')),
    await createMember(otherName),
  ]
  const secretary = await openPageSignedInAsMember(browser, secretaryMail)
  await secretary.goto('/communication')
  await secretary.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(otherName)
  await secretary.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
  await expect(secretary.getByText('Perbualan peribadi')).toBeVisible()

  // When the unread messages fill more than one page, the line above them appears only after scrolling up.
  const other = await openPageSignedInAsMember(browser, otherMail)
  const readUserId = async (page: Page) => (await (await page.request.get('/api/auth/me')).json()).id
  const club = makeUnique('Kelab Sejarah')
  await insertHistory(club, await readUserId(secretary), await readUserId(other), 130)
  await other.goto('/communication?tab=club')
  await openGroup(other, new RegExp(club))
  await expect(findMessageLog(other).getByText(/^Dahulu 130( |$)/)).toBeInViewport()
  await expect(findMessageLog(other).getByText('Mesej baharu')).toHaveCount(0)
  await findMessageLog(other).evaluate(element => {
    element.scrollTop = 300
  })
  const watched = `Dahulu 85${' kata'.repeat(5)}`
  const before = await readTopOfMessage(other, watched)
  await expect(findMessageLog(other).getByText(/^Dahulu 31( |$)/)).toBeAttached()
  expect(Math.abs((await readTopOfMessage(other, watched)) - before)).toBeLessThanOrEqual(2)

  // A message that arrives while the user reads older ones is indicated, and the displayed text keeps its position.
  await secretary.goto('/communication?tab=club')
  await openGroup(secretary, new RegExp(club))
  await sendMessage(secretary, 'Satu lagi')
  await expect(other.getByRole('button', { name: '1 mesej baharu' })).toBeVisible()
  expect(Math.abs((await readTopOfMessage(other, watched)) - before)).toBeLessThanOrEqual(2)
  await other.getByRole('button', { name: '1 mesej baharu' }).click()
  await expect(findMessageLog(other).getByText('Satu lagi', { exact: true })).toBeInViewport()
  for (const page of [secretary, other]) await page.context().close()
})

test('@long a user in 260 groups sees the newest groups at once, loads more by scrolling, and finds each group by URL and name', async ({
  browser,
}) => {
  const mail = await createMember(makeUnique('Ramai'))
  const name = makeUnique('Senarai')
  const [oldest] = await queryDatabase<{ id: number }>(
    `with made as (
       insert into message_groups (name, type, newest_at)
       select $1 || ' ' || n, 'custom', now() - n * interval '1 minute' from generate_series(1, 260) n
       returning id, name),
     joined as (insert into group_members (group_id, user_id) select made.id, u.id from made, users u where u.email = $2)
     select id from made where name = $1 || ' 260'`,
    [name, mail],
  )
  const page = await openPageSignedInAsMember(browser, mail)
  await page.goto('/communication')
  const items = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(page.getByRole('button', { name: `${name} 1`, exact: false }).first()).toBeVisible()
  await expect(items).toHaveCount(50)
  await items.last().scrollIntoViewIfNeeded()
  await expect(items).toHaveCount(100)
  await page.getByRole('searchbox').fill(`${name} 260`)
  await expect(page.getByRole('button', { name: `${name} 260` })).toBeVisible()
  await page.goto(`/communication?group=${oldest?.id}`)
  await expect(page.getByRole('heading', { name: `${name} 260` })).toBeVisible()
})
