import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import type { Question } from '#shared/contracts/activities/questions.schemas.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { convertEnteredTimesToTimestamps, getInitialActivityFormTimes } from './wall-time-fields.ts'

/** Converts a form field to a number. Text that is no number is returned unchanged, and validation rejects it. */
function parseOptionalNumber(value: string | undefined): number | null | string | undefined {
  if (value === undefined) return undefined
  return value === '' ? null : /^\d+$/.test(value) ? Number(value) : value
}

function readActivityFormValues(form: HTMLFormElement, files: { images: string[]; documents: string[] }) {
  const { maxParticipants, clubId, title = '', ...typed } = readFormValues(form)
  return {
    title,
    description: typed.description,
    language: typed.language,
    // If the activity has no text in a second language, the form has no fields for that language.
    secondLanguage: typed.secondLanguage ?? null,
    secondTitle: typed.secondTitle ?? null,
    secondDescription: typed.secondDescription ?? null,
    location: typed.location,
    ...files,
    // Hidden form fields contain start and end as ISO timestamps. The value of a disabled field is undefined.
    startDate: typed.startDate,
    endDate: typed.endDate,
    startWall: typed.startWall,
    endWall: typed.endWall,
    timeZone: typed.timeZone,
    ...(typed.scope === 'following' && { scope: 'following' as const }),
    ...(typed.every && { repeat: { every: typed.every, times: parseOptionalNumber(typed['repeat.times']) } }),
    maxParticipants: parseOptionalNumber(maxParticipants),
    clubId: parseOptionalNumber(clubId),
    // HTML forms omit a switch that is off, so a missing value means false.
    allowsWalkIns: typed.allowsWalkIns !== undefined,
    // The ActivityQuestionsEditor component writes all questions into one form field as JSON.
    questions: typed.questions && (JSON.parse(typed.questions) as Question[]),
  }
}

/** Returns the initial values of the activity form, in the same format as the submitted values. */
function getInitialActivityFormValues(activity: ActivityRow): Record<string, unknown> {
  const { timeZone } = activity
  return {
    description: activity.description ?? '',
    language: activity.language,
    secondLanguage: activity.secondLanguage,
    secondTitle: activity.secondTitle,
    secondDescription: activity.secondLanguage && (activity.secondDescription ?? ''),
    location: activity.location ?? '',
    ...convertEnteredTimesToTimestamps(getInitialActivityFormTimes(activity), timeZone),
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

/** Form fields of the activity's second language. They are sent together, so that no translation is saved in part. */
const versionNames = ['language', 'secondLanguage', 'secondTitle', 'secondDescription'] as const
const isLanguageVersionFieldName = (name: string) => versionNames.some(version => version === name)

/** Reads the activity form and keeps only changed values, so that concurrent changes by others are not overwritten. */
export function readChangedActivityFormValues(
  form: HTMLFormElement,
  files: { images: string[]; documents: string[] },
  activity: ActivityRow | undefined,
) {
  const values = readActivityFormValues(form, files)
  if (!activity) return values
  const initialValues = getInitialActivityFormValues(activity)
  const isChanged = (name: string, value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(initialValues[name])
  const isVersionChanged = versionNames.some(name => isChanged(name, values[name]))
  const hasChanged = ([name, value]: [string, unknown]) =>
    name === 'title' || (isLanguageVersionFieldName(name) ? isVersionChanged : isChanged(name, value))
  return Object.fromEntries(Object.entries(values).filter(hasChanged))
}
