// Tests joining by an invitation link, and merging the accounts of a person who registered twice.
import {
  createMember,
  expect,
  makeUnique,
  openPageSignedInAs,
  ownPassword,
  test,
} from '#e2e/support/fixtures.ts'
import { focusWithTabKey } from '#e2e/support/keyboard.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '#e2e/support/layout-shifts.ts'
import { port } from '#e2e/support/ports.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

test('a visitor registers through an invitation link and sends a first message in the club, by keyboard alone', async ({
  browser,
}) => {
  const admin = await openPageSignedInAs(browser, 'club_admin_ln')
  await recordLayoutShifts(admin)
  await admin.goto('/invitations')
  await admin.getByRole('button', { name: 'Buat pautan' }).click()
  await expect(admin.getByRole('img', { name: 'Kod QR jemputan' })).toBeVisible()
  // The page shows the invitation link as a QR code with a copy button, but never as text.
  await expect(admin.getByText(/\/join#/)).toHaveCount(0)
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.getByRole('button', { name: 'Salin pautan' }).click()
  await expect(admin.getByRole('button', { name: 'Disalin' })).toBeVisible()
  const link = new URL(await admin.evaluate(() => navigator.clipboard.readText()))
  await expectNoLayoutShift(admin, 'invitation')
  await takeScreenshots(admin, 'invitations')
  // From this point on the visitor uses only the keyboard.
  const visitor = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  const { keyboard } = visitor
  const fillField = async (label: RegExp, text: string) => {
    await focusWithTabKey(visitor, label)
    await keyboard.type(text)
  }
  const pressButton = async (name: RegExp, key: 'Enter' | 'Space' = 'Enter') => {
    await focusWithTabKey(visitor, name)
    await keyboard.press(key)
  }
  await visitor.goto(link.pathname + link.hash)
  await expect(visitor.getByText(/menjemput anda menyertai/)).toBeVisible()
  const name = makeUnique('Pendatang')
  const email = `${name.replace(/\W/g, '').toLowerCase()}@contoh.my`
  await fillField(/^Nama penuh/, name)
  await fillField(/^Email/, email)
  await fillField(/^Kata laluan/, ownPassword)
  await fillField(/^Sahkan kata laluan/, ownPassword)
  await pressButton(/^Saya telah membaca/, 'Space')
  await pressButton(/^Saya bersetuju keahlian/, 'Space')
  await pressButton(/^Daftar$/)
  await expect(visitor.getByText('Permohonan diterima')).toBeVisible()
  const approver = await openPageSignedInAs(browser, 'hq_admin')
  const pendingResponse = await approver.request.get(
    `/api/users/pending?search=${encodeURIComponent(name)}&page=1`,
  )
  const [applicant] = await pendingResponse.json()
  expect((await approver.request.post(`/api/users/${applicant.id}/approve`)).status()).toBe(200)
  await visitor.goto('/login')
  await expect(visitor.getByLabel('Email')).toBeVisible()
  await fillField(/^Email$/, email)
  await fillField(/^Kata laluan$/, ownPassword)
  await pressButton(/^Log Masuk$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await pressButton(/^Komunikasi$/)
  const [{ clubName }] = await (await admin.request.get('/api/invitations')).json()
  await expect(visitor.getByRole('button', { name: new RegExp(clubName) }).first()).toBeVisible()
  await pressButton(new RegExp(clubName))
  const greeting = makeUnique('Salam daripada ahli baharu')
  await expect(visitor.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await fillField(/^Mesej kepada/, greeting)
  await keyboard.press('Enter')
  await expect(visitor.getByRole('log').getByText(greeting)).toBeVisible()
})

test('an approver merges the two accounts of a person who registered twice, after a preview', {
  tag: '@long',
}, async ({ browser }) => {
  const name = makeUnique('Kembar')
  const email = await createMember(name)
  const approver = await openPageSignedInAs(browser, 'hq_admin')
  const { request } = approver
  const secondRegistration = {
    email: `lagi-${email}`,
    password: ownPassword,
    fullName: name,
    currentCountry: 'United Kingdom',
    phone: '+44 7700 900123',
  }
  await request.post('/api/auth/register', { data: secondRegistration })
  const foundUsers = await (await request.get(`/api/users?search=${encodeURIComponent(name)}&page=1`)).json()
  const [member, applicant] = ['active', 'pending'].map(status =>
    foundUsers.find((user: { status: string }) => user.status === status),
  )
  const evidence = await (await request.get(`/api/users/${applicant.id}/application`)).json()
  expect(evidence.likely).toMatchObject([{ id: member.id, why: 'same_name' }])
  await approver.goto('/duplicates')
  await expect(approver.getByText('Pasangan ini dijumpai')).toBeVisible()
  await takeScreenshots(approver, 'duplicates')
  // The merge preview proposes to remove the account that signs in, so the approver swaps the two accounts.
  await approver.goto(`/duplicates/${applicant.id}?with=${member.id}`)
  await approver.getByRole('button', { name: 'Tukar akaun yang dikekalkan' }).click()
  const phone = approver.getByRole('radiogroup', { name: 'No. telefon' })
  await expect(phone.getByRole('radio', { name: '+44 7700 900123' })).toBeChecked()
  await takeScreenshots(approver, 'merge')
  await approver.getByRole('button', { name: 'Gabungkan akaun' }).click()
  await approver.getByRole('dialog').getByRole('button', { name: 'Gabungkan akaun' }).click()
  await expect(approver).toHaveURL(new RegExp(`/members.*user=${member.id}`))
  await expect(approver.getByRole('dialog').getByText('+44 7700 900123')).toBeVisible()
  expect((await request.get(`/api/users/${applicant.id}`)).status()).toBe(404)
})
