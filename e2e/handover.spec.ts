import { expect, newMember, password, test, toast, unique } from './fixtures.ts'
import { comeByKeys, enterAs } from './people.ts'

interface Entry {
  op: string
  role?: string
  cards?: { userId: number }[]
}

test('an office of an encrypted club is handed over by a signature, and taken back by one', {
  tag: '@long',
}, async ({ browser, request }) => {
  test.slow()
  const [aliName, sitiName, clubName] = [unique('Ali'), unique('Siti'), unique('Kelab Serah')]
  const [aliMail, sitiMail] = [await newMember(aliName), await newMember(sitiName)]
  // Headquarters make a club of the two, run by one of them.
  await request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const club = { name: clubName, university: 'Universiti Ujian', country: 'Japan' }
  const { id: clubId } = await (await request.post('/api/clubs', { data: club })).json()
  const idOf = async (email: string) =>
    (await (await request.get(`/api/users?page=1&search=${email}`)).json())[0].id as number
  const [aliId, sitiId] = [await idOf(aliMail), await idOf(sitiMail)]
  for (const id of [aliId, sitiId])
    await request.put(`/api/users/${id}/placement`, { data: { currentCountry: 'Japan', clubId } })
  await request.put(`/api/users/${aliId}/role`, { data: { role: 'club_admin_ln' } })

  const siti = await enterAs(browser, sitiMail)
  await comeByKeys(siti)
  const ali = await enterAs(browser, aliMail)
  await comeByKeys(ali)
  const groups = await (await ali.request.get('/api/groups')).json()
  const groupId = groups.find((group: { clubId: number | null }) => group.clubId === clubId).id
  const entries = async (): Promise<Entry[]> => {
    const roster = await (await ali.request.get(`/api/groups/${groupId}/roster`)).json()
    return roster.entries.map(({ body }: { body: string }) => JSON.parse(body))
  }
  const rolesOfSiti = async () =>
    (await entries())
      .filter(({ cards }) => cards?.some(card => card.userId === sitiId))
      .map(({ role }) => role)

  await ali.goto(`/communication?tab=club&group=${groupId}`)
  await ali.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  await ali.getByRole('button', { name: 'Hidupkan penyulitan hujung ke hujung' }).click()
  await ali.getByRole('dialog').getByRole('button', { name: 'Hidupkan', exact: true }).click()
  await expect.poll(rolesOfSiti).toEqual(['member'])

  await ali.goto('/profile')
  const mine = ali.getByRole('region', { name: 'Jawatan saya' })
  await mine.getByRole('button', { name: 'Serahkan jawatan' }).click()
  await ali.getByRole('dialog').getByLabel('Serahkan kepada').fill(sitiName)
  await ali.getByRole('option', { name: sitiName }).click()
  await ali.getByRole('dialog').getByRole('button', { name: 'Tawarkan' }).click()
  await expect(toast(ali, 'Tawaran telah dihantar')).toBeVisible()
  expect(await rolesOfSiti()).toEqual(['member', 'admin'])

  await mine.getByRole('button', { name: 'Tarik balik' }).click()
  await expect(toast(ali, 'Serahan tidak diteruskan')).toBeVisible()
  expect(await rolesOfSiti()).toEqual(['member', 'admin', 'member'])
  for (const page of [ali, siti]) await page.context().close()
})
