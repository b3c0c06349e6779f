import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { readPersonFieldsFromForm } from '#web/features/registration/fields/read-person-fields-from-form.ts'

/** Converts a profile to initial form values. Omits the identity card number, which the server returns only masked. */
export function buildInitialProfileValues({
  socialMedia,
  icNumber: _,
  ...rest
}: Profile): Record<string, string> {
  const simpleFields = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  const linkFields = socialMedia.flatMap(({ platform, url }, rowNumber) => [
    [`socialMedia.${rowNumber}.platform`, platform],
    [`socialMedia.${rowNumber}.url`, url],
  ])
  return Object.fromEntries([...simpleFields, ...linkFields])
}

/** Reads the profile form. If the form has no social media rows, an empty list of them is sent. */
export function readProfileFieldsFromForm(form: HTMLFormElement) {
  const { values, toForm } = readPersonFieldsFromForm(form)
  return { values: { socialMedia: [], ...values } as Record<string, unknown>, toForm }
}
