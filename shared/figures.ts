// What both sides know about figures: the ranges they are counted by, and their names.
import { type EducationLevel, educationLevels, type groupTypes, type Period } from '#shared/constants.ts'
import { educationLevelLabels } from '#shared/labels.ts'

/** What a series shows when nobody has chosen. */
export const usualPeriod: Period = '12'

const unknownLabel = 'Tidak dinyatakan'

/** Who did not say counts too: the parts make up the whole. */
export const countedLevels = [...educationLevels, 'unknown'] as const
export const countedLevelLabels: Record<EducationLevel | 'unknown', string> = {
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

const oldest: [age: number, range: AgeRange][] = [
  [17, '<18'],
  [20, '18-20'],
  [23, '21-23'],
  [26, '24-26'],
  [30, '27-30'],
  [40, '31-40'],
]

/** By the year alone, as age is reckoned everywhere here. */
export function ageRangeOf(birthYear: number, year: number): AgeRange {
  return oldest.find(([age]) => year - birthYear <= age)?.[1] ?? '>40'
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

/** A kind that has no name yet goes by its code. */
export function messageTypeLabel(type: string): string {
  return messageTypeLabels[type] ?? type
}

/** Of a hundred, rounded; nothing of nothing is nothing. */
export function shareOf(count: number, total: number): number {
  return total > 0 ? Math.round((count / total) * 100) : 0
}
