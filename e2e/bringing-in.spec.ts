// How people come in through a link, and what is done about whoever came twice.
import { enter, expect, newMember, ownPassword, test, unique } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { takePictures } from './phone.ts'
import { port } from './place.ts'

test('a newcomer comes through a link to the first message in the club, by keyboard alone', async ({
  browser,
}) => {
  const admin = await enter(browser, 'club_admin_ln')
  await admin.goto('/invitations')
  await admin.getByRole('button', { name: 'Buat pautan' }).click()
  await expect(admin.getByRole('img', { name: 'Kod QR jemputan' })).toBeVisible()
  const link = new URL(
    await admin
      .getByText(/\/join#/)
      .first()
      .innerText(),
  )
  await takePictures(admin, 'invitations')
  // From here on by keyboard alone.
  const visitor = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  const { keyboard } = visitor
  const fill = async (label: RegExp, words: string) => {
    await tabTo(visitor, label)
    await keyboard.type(words)
  }
  const press = async (name: RegExp, key: 'Enter' | 'Space' = 'Enter') => {
    await tabTo(visitor, name)
    await keyboard.press(key)
  }
  await visitor.goto(link.pathname + link.hash)
  await expect(visitor.getByText(/menjemput anda menyertai/)).toBeVisible()
  const name = unique('Pendatang')
  const email = `${name.replace(/\W/g, '').toLowerCase()}@contoh.my`
  await fill(/^Nama penuh/, name)
  await fill(/^Email/, email)
  await fill(/^Kata laluan/, ownPassword)
  await fill(/^Sahkan kata laluan/, ownPassword)
  await press(/^Saya telah membaca/, 'Space')
  await press(/^Saya bersetuju keahlian/, 'Space')
  await press(/^Daftar$/)
  await expect(visitor.getByText('Pendaftaran diterima')).toBeVisible()
  const approver = await enter(browser, 'hq_admin')
  const waiting = await approver.request.get(`/api/users/pending?search=${encodeURIComponent(name)}&page=1`)
  const [applicant] = await waiting.json()
  expect((await approver.request.post(`/api/users/${applicant.id}/approve`)).status()).toBe(200)
  await visitor.goto('/login')
  await expect(visitor.getByLabel('Email')).toBeVisible()
  await fill(/^Email$/, email)
  await fill(/^Kata laluan$/, ownPassword)
  await press(/^Log Masuk$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await press(/^Komunikasi$/)
  const [{ clubName }] = await (await admin.request.get('/api/invitations')).json()
  await expect(visitor.getByRole('button', { name: new RegExp(clubName) }).first()).toBeVisible()
  await press(new RegExp(clubName))
  const words = unique('Salam daripada ahli baharu')
  await expect(visitor.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await fill(/^Mesej kepada/, words)
  await keyboard.press('Enter')
  await expect(visitor.getByRole('log').getByText(words)).toBeVisible()
})

test('whoever registered twice becomes one person, as the approver has seen it beforehand', {
  tag: '@long',
}, async ({ browser }) => {
  const name = unique('Kembar')
  const email = await newMember(name)
  const approver = await enter(browser, 'hq_admin')
  const { request } = approver
  const again = {
    email: `lagi-${email}`,
    password: ownPassword,
    fullName: name,
    currentCountry: 'United Kingdom',
    phone: '+44 7700 900123',
  }
  await request.post('/api/auth/register', { data: again })
  const found = await (await request.get(`/api/users?search=${encodeURIComponent(name)}&page=1`)).json()
  const [member, applicant] = ['active', 'pending'].map(status =>
    found.find((one: { status: string }) => one.status === status),
  )
  const evidence = await (await request.get(`/api/users/${applicant.id}/application`)).json()
  expect(evidence.likely).toMatchObject([{ id: member.id, why: 'same_name' }])
  await approver.goto('/duplicates')
  await expect(approver.getByText('Pasangan ini dijumpai')).toBeVisible()
  await takePictures(approver, 'duplicates')
  // The wrong way round first: whoever signs in has to stay.
  await approver.goto(`/duplicates/${applicant.id}?with=${member.id}`)
  await approver.getByRole('button', { name: 'Tukar akaun yang dikekalkan' }).click()
  const phone = approver.getByRole('radiogroup', { name: 'No. telefon' })
  await expect(phone.getByRole('radio', { name: '+44 7700 900123' })).toBeChecked()
  await takePictures(approver, 'merge')
  await approver.getByRole('button', { name: 'Gabungkan akaun' }).click()
  await approver.getByRole('dialog').getByRole('button', { name: 'Gabungkan akaun' }).click()
  await expect(approver).toHaveURL(new RegExp(`/members.*user=${member.id}`))
  await expect(approver.getByRole('dialog').getByText('+44 7700 900123')).toBeVisible()
  expect((await request.get(`/api/users/${applicant.id}`)).status()).toBe(404)
})
