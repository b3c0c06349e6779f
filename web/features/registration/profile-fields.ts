import type { Profile } from '#shared/contracts/profile.ts'
import { readFields } from './read-fields.ts'

/** A profile as a form begins with it; the identity number never comes back whole. */
export function asInitial({ socialMedia, icNumber: _, ...rest }: Profile): Record<string, string> {
  const plain = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  const rows = socialMedia.flatMap(({ platform, url }, place) => [
    [`socialMedia.${place}.platform`, platform],
    [`socialMedia.${place}.url`, url],
  ])
  return Object.fromEntries([...plain, ...rows])
}

/** Without a single row of social media there is no field to say so. */
export function readProfileFields(form: HTMLFormElement) {
  const { values, toForm } = readFields(form)
  return { values: { socialMedia: [], ...values } as Record<string, unknown>, toForm }
}
