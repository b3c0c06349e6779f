import type { ActivityRow } from '#shared/contracts/activities.ts'
import type { Question } from '#shared/contracts/questions.ts'
import { readForm } from '#web/lib/forms.ts'
import { sentTimes, typedTimes } from './wall-fields.ts'

/** Numbers as numbers; what is no number is left for the check to refuse. */
function asNumber(value: string | undefined): number | null | string | undefined {
  if (value === undefined) return undefined
  return value === '' ? null : /^\d+$/.test(value) ? Number(value) : value
}

function readValues(form: HTMLFormElement, files: { images: string[]; documents: string[] }) {
  const { maxParticipants, clubId, title = '', ...typed } = readForm(form)
  return {
    title,
    description: typed.description,
    location: typed.location,
    ...files,
    // Moments already; what is fixed is not among the fields.
    startDate: typed.startDate,
    endDate: typed.endDate,
    startWall: typed.startWall,
    endWall: typed.endWall,
    timeZone: typed.timeZone,
    ...(typed.scope === 'following' && { scope: 'following' as const }),
    ...(typed.every && { repeat: { every: typed.every, times: asNumber(typed['repeat.times']) } }),
    maxParticipants: asNumber(maxParticipants),
    clubId: asNumber(clubId),
    // An unchecked switch is not among the fields.
    allowsWalkIns: typed.allowsWalkIns !== undefined,
    // Written by the field itself.
    questions: typed.questions && (JSON.parse(typed.questions) as Question[]),
  }
}

/** What the fields hold before anything is touched; a field for date and time knows no seconds. */
function valuesOf(activity: ActivityRow): Record<string, unknown> {
  const { timeZone } = activity
  return {
    description: activity.description ?? '',
    location: activity.location ?? '',
    ...sentTimes(typedTimes(activity), timeZone),
    timeZone,
    maxParticipants: activity.maxParticipants,
    clubId: activity.clubId,
    allowsWalkIns: activity.allowsWalkIns,
    questions: activity.questions.map(({ id, text, isRequired, choices }) => ({
      id,
      text,
      isRequired,
      choices,
    })),
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
