// Categories that analytics charts show, such as age ranges and education levels, for server and client.
import { type EducationLevel, educationLevels, type Period } from '#shared/constants.ts'
import { findText } from '#shared/language/texts.ts'
import { messageTypeLabels } from '#texts/analytics-categories.ts'
import { educationLevelLabels, nameText } from '#texts/labels.ts'

/** Default period of analytics charts in months. */
export const defaultPeriod: Period = '12'

/** Education levels in the analytics. They include `unknown`, so that their sum equals the number of members. */
export const countedEducationLevels = [...educationLevels, 'unknown'] as const

export function getEducationLevelLabel(level: EducationLevel | 'unknown'): string {
  return level === 'unknown' ? nameText.notStated : educationLevelLabels[level]
}

export const ageRanges = ['<18', '18-20', '21-23', '24-26', '27-30', '31-40', '>40', 'unknown'] as const
export type AgeRange = (typeof ageRanges)[number]

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

/** Returns the label of a message type for the analytics. An unknown type is shown by its code. */
export function getMessageTypeLabel(type: string): string {
  return findText(messageTypeLabels, type) ?? type
}

/** Returns the rounded percentage of `count` in `total`, or 0 when the total is 0. */
export function calculatePercentage(count: number, total: number): number {
  return total > 0 ? Math.round((count / total) * 100) : 0
}
