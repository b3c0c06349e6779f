// Tests the handover of an office in a club with an encrypted group.
// Handing over the office requires a signed entry in the roster (signed member list) of the group.
import { createMember, expect, findToast, makeUnique, password, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys, openPageSignedInAsMember } from '#e2e/support/members.ts'

interface RosterEntry {
  op: string
  role?: string
  cards?: { userId: number }[]
}

test('a handover of a club office adds a signed entry to the roster (member list) of the encrypted club group, and its withdrawal adds another', {
  tag: '@long',
}, async ({ browser, request }) => {
  test.slow()
  const [aliName, sitiName, clubName] = [makeUnique('Ali'), makeUnique('Siti'), makeUnique('Kelab Serah')]
  const [aliMail, sitiMail] = [await createMember(aliName), await createMember(sitiName)]
  // Headquarters creates a club with two members, one of whom is its administrator.
  await request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const club = { name: clubName, university: 'Universiti Ujian', country: 'Japan' }
  const { id: clubId } = await (await request.post('/api/clubs', { data: club })).json()
  const readUserId = async (email: string) =>
    (await (await request.get(`/api/users?page=1&search=${email}`)).json())[0].id as number
  const [aliId, sitiId] = [await readUserId(aliMail), await readUserId(sitiMail)]
  for (const id of [aliId, sitiId])
    await request.put(`/api/users/${id}/placement`, { data: { currentCountry: 'Japan', clubId } })
  await request.put(`/api/users/${aliId}/role`, { data: { role: 'club_admin_ln' } })

  const siti = await openPageSignedInAsMember(browser, sitiMail)
  await createEncryptionKeys(siti)
  const ali = await openPageSignedInAsMember(browser, aliMail)
  await createEncryptionKeys(ali)
  const groups = await (await ali.request.get('/api/groups')).json()
  const groupId = groups.find((group: { clubId: number | null }) => group.clubId === clubId).id
  const readEntries = async (): Promise<RosterEntry[]> => {
    const roster = await (await ali.request.get(`/api/groups/${groupId}/roster`)).json()
    return roster.entries.map(({ body }: { body: string }) => JSON.parse(body))
  }
  const readRolesOfSiti = async () =>
    (await readEntries())
      .filter(({ cards }) => cards?.some(card => card.userId === sitiId))
      .map(({ role }) => role)

  await ali.goto(`/communication?tab=club&group=${groupId}`)
  await ali.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  await ali.getByRole('button', { name: 'Hidupkan penyulitan hujung ke hujung' }).click()
  await ali.getByRole('dialog').getByRole('button', { name: 'Hidupkan', exact: true }).click()
  await expect.poll(readRolesOfSiti).toEqual(['member'])

  await ali.goto('/profile')
  const ownOffices = ali.getByRole('region', { name: 'Jawatan saya' })
  await ownOffices.getByRole('button', { name: 'Serahkan jawatan' }).click()
  await ali.getByRole('dialog').getByLabel('Serahkan kepada').fill(sitiName)
  await ali.getByRole('option', { name: sitiName }).click()
  await ali.getByRole('dialog').getByRole('button', { name: 'Tawarkan' }).click()
  await expect(findToast(ali, 'Tawaran telah dihantar')).toBeVisible()
  expect(await readRolesOfSiti()).toEqual(['member', 'admin'])

  await ownOffices.getByRole('button', { name: 'Tarik balik' }).click()
  await expect(findToast(ali, 'Serahan tidak diteruskan')).toBeVisible()
  expect(await readRolesOfSiti()).toEqual(['member', 'admin', 'member'])
  for (const page of [ali, siti]) await page.context().close()
})
