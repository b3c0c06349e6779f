import { expect, test } from 'vitest'
import type { Application } from '#shared/contracts/users.ts'
import { checksOf } from './checks.ts'

const now = Date.parse('2026-11-16T08:00:00Z')
const told = {
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

const tones = (change: Partial<Application>) =>
  checksOf({ ...told, ...change }, now).map(({ label, tone }) => `${label}: ${tone}`)
const number = 'No. kad pengenalan'

test('what agrees is good, and nothing more is said of it', () => {
  expect(tones({})).toEqual([
    `${number} · tarikh: good`,
    `${number} · negeri: good`,
    'Mungkin sudah ada: good',
    'Email: good',
    'Menunggu: plain',
  ])
  expect(checksOf(told, now)[0]?.note).toContain('21 tahun semasa mula belajar (2024)')
})

test.each<[string, Partial<Application>, string]>([
  ['another state than was told', { birthState: 'Selangor' }, `${number} · negeri: look`],
  ['a number from abroad where a state was told', { numberBirthState: null }, `${number} · negeri: look`],
  [
    'somebody who may be here already',
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
  ['whoever brought them along', { invitedBy: 'Aminah' }, 'Dijemput oleh: plain'],
  ['no state told', { birthState: null }, `${number} · negeri: plain`],
  ['younger than any student', { startYear: 2014 }, `${number} · tarikh: look`],
  [
    'a number that does not open',
    { numberBirthDay: null, icNumber: 'Tidak dapat dibaca' },
    `${number} · tarikh: look`,
  ],
  ['no number', { numberBirthDay: null, icNumber: null, age: null }, `${number} · tarikh: plain`],
  ['an email that nobody confirmed', { emailConfirmedAt: null }, 'Email: plain'],
  ['waiting for days', { waitingSince: '2026-11-12T08:00:00Z' }, 'Menunggu: look'],
  [
    'turned down before',
    { rejections: { count: 2, lastReason: 'Tiada bukti' } },
    'Permohonan terdahulu: look',
  ],
])('%s', (_, change, line) => {
  expect(tones(change)).toContain(line)
})

test('the age beside the date of birth counts completed years', () => {
  const noteOf = (numberBirthDay: string) => checksOf({ ...told, age: 23, numberBirthDay }, now)[0]?.note
  expect(noteOf('2003-11-17')).toContain('· 22 tahun ·')
  expect(noteOf('2003-11-16')).toContain('· 23 tahun ·')
})
