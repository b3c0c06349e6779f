import { expect, test } from 'vitest'
import type { Application } from '#shared/contracts/users/users.schemas.ts'
import { unreadableIcNumber } from '#shared/ic-number.ts'
import { runMembershipApplicationChecks } from './application-checks.ts'

const now = Date.parse('2026-11-16T08:00:00Z')
const consistentApplication = {
  icNumber: '030404-••-••89',
  age: 23,
  numberBirthDay: '2003-04-04',
  numberBirthState: 'Kelantan',
  birthState: 'Kelantan',
  startYear: 2024,
  emailConfirmedAt: '2026-11-15T08:00:00Z',
  waitingSince: '2026-11-15T08:00:00Z',
  rejections: { count: 0, lastReason: null },
  likely: [],
  invitedBy: null,
} as unknown as Application

const listTones = (change: Partial<Application>) =>
  runMembershipApplicationChecks({ ...consistentApplication, ...change }, now).map(
    ({ label, tone }) => `${label}: ${tone}`,
  )
const icNumberLabel = 'No. kad pengenalan'

test('runMembershipApplicationChecks rates a consistent membership application as good, and checks inviter and past rejections only if there are any', () => {
  expect(listTones({})).toEqual([
    `${icNumberLabel} · tarikh: good`,
    `${icNumberLabel} · negeri: good`,
    'Mungkin sudah ada: good',
    'Email: good',
    'Menunggu: plain',
  ])
  expect(runMembershipApplicationChecks(consistentApplication, now)[0]?.note).toContain(
    '21 tahun semasa mula belajar (2024)',
  )
})

test.each<[string, Partial<Application>, string]>([
  [
    'a birth state that differs from the identity card number',
    { birthState: 'Selangor' },
    `${icNumberLabel} · negeri: look`,
  ],
  [
    'an identity card number issued for a birth abroad although a birth state was declared',
    { numberBirthState: null },
    `${icNumberLabel} · negeri: look`,
  ],
  [
    'an existing account with the same phone number',
    {
      likely: [
        {
          id: 7,
          fullName: 'Aminah',
          status: 'active',
          membershipNumber: null,
          clubName: null,
          why: 'same_phone',
        },
      ],
    },
    'Mungkin sudah ada: look',
  ],
  ['the member who invited the applicant', { invitedBy: 'Aminah' }, 'Dijemput oleh: plain'],
  ['a missing birth state', { birthState: null }, `${icNumberLabel} · negeri: plain`],
  [
    'an applicant who started to study below the age of 15',
    { startYear: 2014 },
    `${icNumberLabel} · tarikh: look`,
  ],
  [
    'an applicant aged 14 without a first year of study',
    { numberBirthDay: '2011-11-17', startYear: null },
    `${icNumberLabel} · tarikh: look`,
  ],
  [
    'an applicant aged 15 without a first year of study',
    { numberBirthDay: '2011-11-16', startYear: null },
    `${icNumberLabel} · tarikh: good`,
  ],
  [
    'an identity card number that cannot be decrypted',
    { numberBirthDay: null, icNumber: unreadableIcNumber },
    `${icNumberLabel} · tarikh: look`,
  ],
  [
    'a missing identity card number',
    { numberBirthDay: null, icNumber: null, age: null },
    `${icNumberLabel} · tarikh: plain`,
  ],
  ['an unconfirmed email address', { emailConfirmedAt: null }, 'Email: plain'],
  ['an application pending for four days', { waitingSince: '2026-11-12T08:00:00Z' }, 'Menunggu: look'],
  [
    'an earlier rejection',
    { rejections: { count: 2, lastReason: 'Tiada bukti' } },
    'Permohonan terdahulu: look',
  ],
])('runMembershipApplicationChecks reports %s with the expected tone', (_, change, line) => {
  expect(listTones(change)).toContain(line)
})

test('runMembershipApplicationChecks states the age in completed years beside the date of birth', () => {
  const getBirthDayNote = (numberBirthDay: string) =>
    runMembershipApplicationChecks({ ...consistentApplication, age: 23, numberBirthDay }, now)[0]?.note
  expect(getBirthDayNote('2003-11-17')).toContain('· 22 tahun ·')
  expect(getBirthDayNote('2003-11-16')).toContain('· 23 tahun ·')
})
