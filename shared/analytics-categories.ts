// Categories of the analytics, and their Malay labels, for server and client.
import { type EducationLevel, educationLevels, type groupTypes, type Period } from '#shared/constants.ts'
import { educationLevelLabels } from '#shared/labels.ts'

/** Default period of analytics charts in months. */
export const defaultPeriod: Period = '12'

const unknownLabel = 'Tidak dinyatakan'

/** Education levels in the analytics. `unknown` keeps the sum equal to the number of members. */
export const countedEducationLevels = [...educationLevels, 'unknown'] as const
export const countedEducationLevelLabels: Record<EducationLevel | 'unknown', string> = {
  ...educationLevelLabels,
  unknown: unknownLabel,
}

export const ageRanges = ['<18', '18-20', '21-23', '24-26', '27-30', '31-40', '>40', 'unknown'] as const
export type AgeRange = (typeof ageRanges)[number]
export const ageRangeLabels: Record<AgeRange, string> = {
  '<18': 'Bawah 18',
  '18-20': '18–20',
  '21-23': '21–23',
  '24-26': '24–26',
  '27-30': '27–30',
  '31-40': '31–40',
  '>40': 'Lebih 40',
  unknown: unknownLabel,
}

const upperAges: [age: number, range: AgeRange][] = [
  [17, '<18'],
  [20, '18-20'],
  [23, '21-23'],
  [26, '24-26'],
  [30, '27-30'],
  [40, '31-40'],
]

/** Returns the age range of a birth year. Ages are differences of calendar years, without month and day. */
export function getAgeRange(birthYear: number, year: number): AgeRange {
  return upperAges.find(([age]) => year - birthYear <= age)?.[1] ?? '>40'
}

export const groupTypeLabels: Record<(typeof groupTypes)[number], string> = {
  club: 'Kelab',
  country: 'Negara',
  global: 'Global',
  custom: 'Kumpulan',
}

const messageTypeLabels: Record<string, string> = {
  text: 'Teks',
  image: 'Gambar',
  file: 'Fail',
  system: 'Sistem',
}

/** Returns the label of a message type; an unknown type is shown by its code. */
export function getMessageTypeLabel(type: string): string {
  return messageTypeLabels[type] ?? type
}

/** Returns the rounded percentage of `count` in `total`; 0 when the total is 0. */
export function calculatePercentage(count: number, total: number): number {
  return total > 0 ? Math.round((count / total) * 100) : 0
}
