import { describe, expect, test } from 'vitest'
import { createTestApp, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'
import { getYearInKualaLumpur } from '#shared/time/kuala-lumpur-calendar.ts'

const target = setUpApp()
const thisYear = getYearInKualaLumpur(new Date())

describe('minors', () => {
  test('a minor is visible to administrators and to the minor but to no other member', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const location = { clubId: club.id, currentCountry: 'Japan' as const }
    const minor = await target.asNew({ ...location, fullName: 'Kecil Molek', birthYear: thisYear - 18 })
    await target.asNew({ ...location, fullName: 'Kecil Dewasa', birthYear: thisYear - 19 })
    await target.asNew({ ...location, fullName: 'Kecil Entah', birthYear: null })
    const member = await target.asNew(location)
    const clubAdmin = await target.asNew({ ...location, role: 'club_admin_ln' })
    const activity = await buildActivity(db, {
      clubId: club.id,
      startDate: new Date(Date.now() + 86_400_000),
    })
    expect((await minor.call('POST', `/api/activities/${activity.id}/join`)).statusCode).toBe(200)

    const searchUrls = ['/api/people?search=Kecil', `/api/clubs/${club.id}/directory?search=Kecil&page=1`]
    const fetchText = async (caller: typeof member, url: string) =>
      JSON.stringify((await caller.call('GET', url)).json())
    for (const url of searchUrls) {
      const seen = await fetchText(member, url)
      expect([url, seen.includes('Kecil Dewasa'), seen.includes('Kecil Entah')]).toEqual([url, true, true])
      expect([url, seen.includes('Kecil Molek')]).toEqual([url, false])
      expect([url, (await fetchText(clubAdmin, url)).includes('Kecil Molek')]).toEqual([url, true])
    }
    for (const url of [`/api/activities/${activity.id}`, '/api/users/recent']) {
      expect([url, (await fetchText(member, url)).includes('Kecil Molek')]).toEqual([url, false])
    }
    expect(await fetchText(minor, `/api/activities/${activity.id}`)).toContain('Kecil Molek')
    const directMessage = { memberIds: [minor.user.id], direct: true }
    expect((await member.call('POST', '/api/groups', directMessage)).statusCode).toBe(404)
  })

  test('registration rejects an applicant younger than MIN_AGE, exact to the day', async () => {
    const restricted = await createTestApp({ MIN_AGE: '16' })
    const buildIcNumber = (years: number, days: number) => {
      const born = new Date(Date.now() + days * 86_400_000)
      const [year, month, date] = born.toISOString().slice(0, 10).split('-')
      return `${String(Number(year) - years).slice(2)}${month}${date}-14-5${String(days + 100).padStart(3, '0')}`
    }
    const registerApplicant = (icNumber: string) =>
      restricted.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: { email: `${icNumber}@umur.my`, password: 'ombak-biru-77', fullName: 'Umur', icNumber },
      })
    const tooYoung = await registerApplicant(buildIcNumber(16, 2))
    expect(tooYoung.statusCode).toBe(400)
    expect(tooYoung.json().fields.icNumber).toContain('16 tahun')
    expect((await registerApplicant(buildIcNumber(16, -2))).statusCode).toBe(201)
    await restricted.app.close()
    await restricted.database.close()
  })
})
