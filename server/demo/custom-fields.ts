// Generates custom fields of headquarters and of the London club, with values of the club's members.
import type { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import type { DemoUser } from './people.ts'

const londonClub = 1

type Field = typeof customFields.$inferInsert & { id: number }
type Value = typeof customFieldValues.$inferInsert

const buildChoices = (prefix: string, labels: string[]) =>
  labels.map((label, index) => ({ id: `${prefix}${index}`.padEnd(10, '0'), label, isRetired: false }))

const sizes = buildChoices('saiz', ['S', 'M', 'L', 'XL'])
const interests = buildChoices('minat', ['Sukan', 'Memasak', 'Sukarelawan', 'Fotografi'])
const forBoth = { visibleTo: 'both', editableBy: 'both' } as const

const fields: Field[] = [
  {
    id: 1,
    kind: 'choice',
    label: 'Saiz baju',
    help: 'Untuk baju program.',
    position: 1,
    slot: 1,
    choices: sizes,
    ...forBoth,
  },
  {
    id: 2,
    clubId: londonClub,
    kind: 'choices',
    label: 'Minat',
    section: 'Kegiatan kelab',
    position: 1,
    slot: 1,
    choices: interests,
    ...forBoth,
  },
  {
    id: 3,
    clubId: londonClub,
    kind: 'boolean',
    label: 'Boleh memandu',
    section: 'Kegiatan kelab',
    position: 2,
    slot: 2,
    ...forBoth,
  },
  {
    id: 4,
    clubId: londonClub,
    kind: 'date',
    label: 'Tarikh pulang ke Malaysia',
    section: 'Kegiatan kelab',
    position: 3,
    slot: 3,
    ...forBoth,
  },
]

/** Generates field values for two of three members of the London club. The values are derived from the user id. */
export function generateCustomFields(users: DemoUser[], now: Date): { fields: Field[]; values: Value[] } {
  const year = now.getFullYear() + 1
  const filled = users.filter(
    ({ id, clubId, status }) => clubId === londonClub && status === 'active' && id % 3 > 0,
  )
  const pick = (choices: typeof sizes, index: number) => choices[index % choices.length]?.id ?? ''
  const values = filled.flatMap(({ id: userId }): Value[] => [
    { fieldId: 1, userId, choiceValues: [pick(sizes, userId)] },
    { fieldId: 2, userId, choiceValues: [pick(interests, userId), pick(interests, userId + 1)] },
    { fieldId: 3, userId, booleanValue: userId % 4 === 0 },
    { fieldId: 4, userId, dateValue: `${year}-0${(userId % 9) + 1}-15` },
  ])
  return { fields, values }
}
