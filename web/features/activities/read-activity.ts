import type { ActivityRow } from '#shared/contracts/activities.ts'
import { toLocalInput } from '#web/lib/format.ts'
import { readForm } from '#web/lib/forms.ts'

/** With the zone of whoever typed it. Half a date is no date to the browser; here it is one that will be refused. */
function readMoment(form: HTMLFormElement, name: 'startDate' | 'endDate'): string | undefined {
  const field = form.elements.namedItem(name) as HTMLInputElement
  if (field.disabled) return undefined
  if (field.validity.badInput) return '?'
  return field.value && new Date(field.value).toISOString()
}

/** Numbers as numbers; what is no number is left for the check to refuse. */
function asNumber(value: string | undefined): number | null | string | undefined {
  if (value === undefined) return undefined
  return value === '' ? null : /^\d+$/.test(value) ? Number(value) : value
}

function readValues(form: HTMLFormElement, files: { images: string[]; documents: string[] }) {
  const { maxParticipants, clubId, title = '', description, location } = readForm(form)
  return {
    title,
    description,
    location,
    ...files,
    startDate: readMoment(form, 'startDate'),
    endDate: readMoment(form, 'endDate'),
    maxParticipants: asNumber(maxParticipants),
    clubId: asNumber(clubId),
  }
}

/** What the fields hold before anything is touched; a field for date and time knows no seconds. */
function valuesOf(activity: ActivityRow): Record<string, unknown> {
  const minute = (moment: string | null) => moment && new Date(toLocalInput(moment)).toISOString()
  return {
    description: activity.description ?? '',
    location: activity.location ?? '',
    startDate: minute(activity.startDate) ?? '',
    endDate: minute(activity.endDate) ?? '',
    maxParticipants: activity.maxParticipants,
    clubId: activity.clubId,
    images: activity.images.map(({ id }) => id),
    documents: activity.documents.map(({ id }) => id),
  }
}

/** Only what was changed is sent: what somebody else changed meanwhile stays theirs. */
export function readActivity(
  form: HTMLFormElement,
  files: { images: string[]; documents: string[] },
  activity: ActivityRow | undefined,
) {
  const values = readValues(form, files)
  if (!activity) return values
  const before = valuesOf(activity)
  const differs = ([name, value]: [string, unknown]) =>
    name === 'title' || JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(values).filter(differs))
}
