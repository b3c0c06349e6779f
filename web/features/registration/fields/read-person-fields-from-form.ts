import type { FieldErrors } from '#web/lib/form/forms.ts'
import { readFormValues } from '#web/lib/form/forms.ts'

const rowFieldPattern = /^socialMedia\.(\d+)\.(platform|url)$/

/** Prepends `https://` to URLs that users enter without a scheme. */
function addUrlScheme(url: string): string {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(url) ? `https://${url}` : url
}

/** Reads the social media rows that have both platform and URL, with their row number in the form. */
function readSocialMediaRows(fields: Record<string, string>) {
  const rowNumbers = Object.keys(fields).flatMap(name =>
    rowFieldPattern.exec(name)?.[2] === 'url' ? [name.split('.')[1]] : [],
  )
  return rowNumbers
    .map(rowNumber => ({
      rowNumber,
      platform: fields[`socialMedia.${rowNumber}.platform`] ?? '',
      url: addUrlScheme((fields[`socialMedia.${rowNumber}.url`] ?? '').trim()),
    }))
    .filter(row => row.platform && row.url)
}

const numericFields = ['clubId', 'startYear', 'endYear']

/**
 * Converts the values of a registration or profile form to the API request. The returned `toForm` assigns
 * validation errors of list items to form rows.
 */
export function readPersonFieldsFromForm(form: HTMLFormElement) {
  const fields = readFormValues(form)
  const rows = readSocialMediaRows(fields)
  const otherFields = Object.entries(fields).filter(([name]) => !rowFieldPattern.test(name))
  // Custom fields are skipped: `readCustomFieldValuesFromForm` reads them, because a field may have several values.
  const simpleFields = otherFields.filter(([name]) => !name.startsWith('customFields.'))
  const values: Record<string, unknown> = Object.fromEntries(
    simpleFields.map(([name, value]) => [
      name,
      numericFields.includes(name) && value ? Number(value) : value,
    ]),
  )
  const hasRows = otherFields.length < Object.keys(fields).length
  if (hasRows) values.socialMedia = rows.map(({ platform, url }) => ({ platform, url }))
  const toForm = (errors: FieldErrors): FieldErrors =>
    Object.fromEntries(
      Object.entries(errors).map(([name, message]) => [
        name.replace(
          /^socialMedia\.(\d+)/,
          (_, index) => `socialMedia.${rows[Number(index)]?.rowNumber ?? index}`,
        ),
        message,
      ]),
    )
  return { values, toForm }
}
