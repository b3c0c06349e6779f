import type { FieldErrors } from '#web/lib/forms.ts'
import { readForm } from '#web/lib/forms.ts'

const rowName = /^socialMedia\.(\d+)\.(platform|url)$/

/** People leave the beginning of an address to the browser. */
function withScheme(url: string): string {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(url) ? `https://${url}` : url
}

/** The rows that have both halves, each with the place in which it stands in the form. */
function readRows(fields: Record<string, string>) {
  const places = Object.keys(fields).flatMap(name =>
    rowName.exec(name)?.[2] === 'url' ? [name.split('.')[1]] : [],
  )
  return places
    .map(place => ({
      place,
      platform: fields[`socialMedia.${place}.platform`] ?? '',
      url: withScheme((fields[`socialMedia.${place}.url`] ?? '').trim()),
    }))
    .filter(row => row.platform && row.url)
}

const numbers = ['clubId', 'startYear', 'endYear']

/** A form's fields as the contract wants them; `toForm` leads messages back to where a row stands. */
export function readFields(form: HTMLFormElement) {
  const fields = readForm(form)
  const rows = readRows(fields)
  const plain = Object.entries(fields).filter(([name]) => !rowName.test(name))
  const values: Record<string, unknown> = Object.fromEntries(
    plain.map(([name, value]) => [name, numbers.includes(name) && value ? Number(value) : value]),
  )
  const hasRows = plain.length < Object.keys(fields).length
  if (hasRows) values.socialMedia = rows.map(({ platform, url }) => ({ platform, url }))
  const toForm = (errors: FieldErrors): FieldErrors =>
    Object.fromEntries(
      Object.entries(errors).map(([name, message]) => [
        name.replace(
          /^socialMedia\.(\d+)/,
          (_, index) => `socialMedia.${rows[Number(index)]?.place ?? index}`,
        ),
        message,
      ]),
    )
  return { values, toForm }
}
