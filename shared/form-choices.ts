// Options of form fields. This file is separate from `constants.ts`, so that the first page loads less code.
import { platformText } from '#texts/person-fields.ts'

/** Platforms of a club's external links, as the database stores them. */
export const clubPlatforms = [
  'Laman web',
  'Facebook',
  'Instagram',
  'Twitter',
  'LinkedIn',
  'TikTok',
  'YouTube',
] as const
/**
 * Returns the label of a platform for external links. Platforms are proper names, except for the club's own website.
 */
export function getClubLinkPlatformLabel(platform: string): string {
  return platform === clubPlatforms[0] ? platformText.website : platform
}

export const socialPlatforms = ['Facebook', 'Instagram', 'Twitter', 'LinkedIn', 'TikTok', 'YouTube'] as const
export const birthStates = [
  'Johor',
  'Kedah',
  'Kelantan',
  'Melaka',
  'Negeri Sembilan',
  'Pahang',
  'Perak',
  'Perlis',
  'Pulau Pinang',
  'Sabah',
  'Sarawak',
  'Selangor',
  'Terengganu',
  'W.P. Kuala Lumpur',
  'W.P. Labuan',
  'W.P. Putrajaya',
] as const
export type BirthState = (typeof birthStates)[number]
