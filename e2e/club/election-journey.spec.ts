// Tests a complete election: a returning officer on a desktop, five voters and three trustees on phones.
import type { Browser, Page } from '@playwright/test'
import { createClubForElectionTests, moveElectionDatesToPast } from '#e2e/support/club-for-election-tests.ts'
import { openPageSignedInAsClubMember } from '#e2e/support/club-for-fee-tests.ts'
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

const phone = { viewport: { width: 390, height: 844 } }
const desk = { viewport: { width: 1280, height: 800 } }
const voterNames = ['Aminah Yusof', 'Borhan Salleh', 'Chong Mei Ling', 'Devi Nair', 'Eka Rahman']
const trusteeNames = ['Farid Osman', 'Grace Lim', 'Halim Karim']

/** Opens one page per user, each in its own browser context, and creates the users' encryption keys. */
async function openPhones(browser: Browser, members: Parameters<typeof openPageSignedInAsClubMember>[1][]) {
  const pages: Page[] = []
  for (const member of members) {
    const page = await openPageSignedInAsClubMember(browser, member, phone)
    await createEncryptionKeys(page)
    pages.push(page)
  }
  return pages
}

async function writeDraft(page: Page, title: string): Promise<number> {
  await page.goto('/elections')
  await page.getByRole('button', { name: 'Pilihan raya baharu' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tajuk').fill(title)
  const choose = async (label: string, name: string, within = dialog.locator('xpath=.')) => {
    await within.getByRole('combobox', { name: label }).fill(name)
    await page.locator('[role=listbox]:visible').getByRole('option', { name }).click()
  }
  const first = dialog.getByRole('group', { name: 'Soalan 1' })
  await first.getByRole('textbox', { name: 'Soalan 1' }).fill('Siapa pengerusi?')
  await choose('Calon 1', 'Aminah Yusof', first)
  await choose('Calon 2', 'Borhan Salleh', first)
  await dialog.getByRole('button', { name: 'Tambah soalan' }).click()
  const second = dialog.getByRole('group', { name: 'Soalan 2' })
  await second.getByRole('textbox', { name: 'Soalan 2' }).fill('Siapa ahli jawatankuasa biasa?')
  await second.getByLabel('Pilih sehingga').fill('2')
  await second.getByLabel('Benarkan undi kosong').check()
  for (const [index, answer] of ['Farah Nadia', 'Tan Mei Ling', 'Kavitha a/p Suresh'].entries()) {
    await second.getByRole('button', { name: 'Tambah jawapan bertulis' }).click()
    await second.getByLabel(`Calon ${index + 3} (bertulis)`).fill(answer)
  }
  for (const [index, name] of trusteeNames.entries()) await choose(`Pemegang amanah ${index + 1}`, name)
  await takeScreenshots(page, 'election-01-draft-dialog')
  await dialog.getByRole('button', { name: 'Simpan draf' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  return Number(page.url().split('/').at(-1))
}

/** Casts a ballot: one answer to the first question, and the given answers or a blank vote to the second. */
async function vote(page: Page, chair: string, committee: string[], isFirst = true): Promise<void> {
  if (isFirst) await page.getByRole('button', { name: 'Undi sekarang' }).click()
  const panel = page.getByRole('dialog', { name: 'Undi', exact: true })
  await panel.getByRole('radio', { name: chair }).click()
  await panel.getByRole('button', { name: 'Seterusnya' }).click()
  for (const name of committee) await panel.getByRole('checkbox', { name }).click()
  await takeScreenshots(page, `election-21-choices-${chair.split(' ')[0]}`)
  await panel.getByRole('button', { name: 'Semak undi' }).click()
  const send = isFirst ? 'Sudah semak, hantar undi' : 'Hantar undi'
  await expect(panel.getByRole('button', { name: send, exact: true })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Satu langkah lagi: undi belum dihantar' })).toBeVisible()
  await expect(panel.getByText(chair)).toBeVisible()
  if (isFirst) await takeScreenshots(page, `election-21-review-${chair.split(' ')[0]}`)
  await panel.getByRole('button', { name: send, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Undi anda diterima' })).toBeVisible()
}

test('five voters and three trustees take an election from the draft to a verified result on their phones', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.setTimeout(30 * 60_000)
  const title = makeUnique('Pilihan raya AJK')
  const { officer, members } = await createClubForElectionTests('Nurul Huda', [
    ...voterNames,
    ...trusteeNames,
  ])
  const office = await openPageSignedInAsClubMember(browser, officer, desk)
  const early = await openPhones(browser, [...members.slice(0, 4), ...members.slice(5)])
  let electionId = 0

  await test.step('the returning officer writes the draft, and the nominees accept', async () => {
    electionId = await writeDraft(office, title)
    await takeScreenshots(office, 'election-02-draft')
    for (const page of early.slice(0, 2)) {
      await page.goto(`/elections/${electionId}`)
      await page.getByLabel('Kenyataan anda').fill('Saya akan mendengar semua ahli.')
      await takeScreenshots(page, 'election-03-nomination')
      await page.getByRole('button', { name: 'Terima pencalonan' }).click()
      await expect(page.getByRole('button', { name: 'Terima pencalonan' })).toHaveCount(0)
    }
    await office.getByRole('button', { name: 'Umumkan' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Umumkan' }).click()
    await expect(findToast(office, 'Pilihan raya diumumkan')).toBeVisible()
  })
  const url = `/elections/${electionId}`
  // The last voter opens the app only after the announcement, so the roll (list of voters) marks the keys as late.
  const [late] = members[4] ? await openPhones(browser, [members[4]]) : []
  if (!late) throw new Error('no late voter')
  const voters = [...early.slice(0, 4), late]
  const trustees = early.slice(4)

  await test.step('the trustees create the key of the election', async () => {
    for (const page of trustees) await page.goto(url)
    for (const button of ['Buat kunci', 'Kongsi bahagian', 'Sahkan']) {
      for (const [index, page] of trustees.entries()) {
        await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible()
        if (index === 0)
          await takeScreenshots(page, `election-04-trustee-${button.toLowerCase().replace(' ', '-')}`)
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByRole('button', { name: button, exact: true })).toHaveCount(0)
      }
    }
    await takeScreenshots(trustees[2] ?? office, 'election-05-trustee-ready')
    const [trustee = office] = trustees
    await trustee.getByRole('button', { name: 'Tunjuk kod sandaran' }).click()
    await expect(trustee.getByText(/^([1-9A-Za-z]{4}\s){5}[1-9A-Za-z]{2}$/)).toBeVisible()
    await takeScreenshots(trustee, 'election-05-trustee-backup')
    if (trustees[0]) await expectAccessible(trustees[0])
  })

  await test.step('the voters enrol', async () => {
    for (const [index, page] of voters.entries()) {
      await page.goto(url)
      if (index === 0) await takeScreenshots(page, 'election-06-enrol')
      await page.getByRole('button', { name: 'Daftar untuk mengundi' }).click()
      await expect(page.getByText('Anda sudah didaftarkan untuk mengundi.')).toBeVisible()
    }
    await takeScreenshots(late, 'election-07-enrolled')
  })

  await test.step('the electoral roll is fixed when enrolment ends', async () => {
    await moveElectionDatesToPast(electionId, 8)
    await expect(office.getByText('Daftar muktamad').first()).toBeVisible()
    await expect(office.getByRole('button', { name: 'Sahkan daftar pengundi' })).toHaveCount(0)
    await takeScreenshots(office, 'election-10-roll-fixed')
    const [voter = office] = voters
    const roll = voter.getByRole('region', { name: 'Daftar pengundi' })
    await expect(roll.getByText('Kunci lewat')).toHaveCount(1)
    await expect(roll.getByRole('listitem')).toHaveCount(5)
    await roll.getByLabel('Bantahan anda').fill('Saya tidak mengenali Eka Rahman.')
    await takeScreenshots(voter, 'election-11-roll-fixed')
    await roll.getByRole('button', { name: 'Hantar bantahan' }).click()
    await expect(findToast(voter, 'Bantahan dihantar')).toBeVisible()
    await expect(office.getByText('Saya tidak mengenali Eka Rahman.')).toBeVisible()
    await takeScreenshots(office, 'election-12-objection')
    await moveElectionDatesToPast(electionId, 1)
    await office.reload()
    await office.getByRole('button', { name: 'Sahkan daftar pengundi' }).click()
    await expect(findToast(office, 'Daftar pengundi disahkan')).toBeVisible()
  })

  await test.step('the voters vote, and one voter replaces the first ballot by a second', async () => {
    await moveElectionDatesToPast(electionId, 1)
    const choices: [string, string[]][] = [
      ['Aminah Yusof', ['Farah Nadia', 'Tan Mei Ling']],
      ['Aminah Yusof', ['Farah Nadia']],
      ['Borhan Salleh', ['Undi kosong bagi soalan ini']],
      ['Borhan Salleh', ['Kavitha', 'Farah Nadia']],
      ['Borhan Salleh', ['Tan Mei Ling']],
    ]
    for (const [index, page] of voters.entries()) {
      await expect(page.getByRole('button', { name: 'Undi sekarang' })).toBeVisible()
      if (index === 0) {
        await takeScreenshots(page, 'election-20-vote')
        await expectAccessible(page)
      }
      if (page === late) {
        await office.getByRole('button', { name: 'Ingatkan yang belum mengundi' }).click()
        await expect(findToast(office, 'Peringatan dihantar')).toBeVisible()
      }
      const [chair, committee] = choices[index] ?? ['', []]
      await vote(page, chair, committee)
    }
    const [voter = office] = voters
    await takeScreenshots(voter, 'election-22-receipt')
    const tracker = await voter.getByRole('region', { name: 'Undi anda diterima' }).locator('pre').innerText()
    await voter.getByRole('button', { name: 'Semak resit', exact: true }).click()
    await voter.getByRole('textbox', { name: 'Kod jejak' }).fill(tracker)
    await voter.getByRole('button', { name: 'Semak', exact: true }).click()
    await expect(voter.getByText('Undi ini ada dalam log, kedudukan ke-1.')).toBeVisible()
    await late.getByRole('button', { name: 'Undi semula' }).click()
    await vote(late, 'Aminah Yusof', ['Tan Mei Ling'], false)
    await expect(office.getByRole('button', { name: 'Ingatkan yang belum mengundi' })).toHaveCount(0)
    await takeScreenshots(office, 'election-23-open')
  })

  await test.step('two trustees decrypt the tally after voting has closed', async () => {
    await moveElectionDatesToPast(electionId, 7)
    for (const page of trustees.slice(0, 2)) {
      await expect(page.getByRole('button', { name: 'Buka sekarang' })).toBeVisible()
      await takeScreenshots(page, 'election-30-decrypt')
      await page.getByRole('button', { name: 'Buka sekarang' }).click()
      await expect(page.getByText(/^(\d{5}\s){11}\d{5}$/).first()).toBeVisible()
      await takeScreenshots(page, 'election-30-closing-code')
      await page.getByRole('button', { name: 'Kod sama, buka' }).click()
      await expect(page.getByRole('button', { name: 'Kod sama, buka' })).toHaveCount(0)
    }
    await expect(office.getByRole('button', { name: 'Terbitkan keputusan' })).toBeVisible()
    await takeScreenshots(office, 'election-31-counted')
  })

  await test.step('the result is published, and a voter recounts it in the browser', async () => {
    await office.getByRole('button', { name: 'Terbitkan keputusan' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Terbitkan keputusan' }).click()
    const [voter = office] = voters
    await expect(voter.getByText('Undi terbanyak').first()).toBeVisible()
    await voter.getByRole('button', { name: 'Kira semula', exact: true }).click()
    await voter.getByRole('button', { name: 'Kira semula sekarang' }).click()
    await expect(voter.getByText('Semua semakan lulus dan sepadan dengan halaman ini.')).toBeVisible()
    await takeScreenshots(voter, 'election-40-result')
    await takeScreenshots(office, 'election-41-result')
    await expectAccessible(voter)
    await expectAccessible(office)
  })
})
