// What a person is, one record a field: what it is called, what a form may send and what is given back, where it is
// shown and to whom, and whether it leaves in an export. Forms, profile, lists, details, exports, data downloads and
// erasure follow from it. Its order is that of the columns in an export.
import * as z from 'zod/mini'
import { countries, educationLevels, roles, userStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { birthStates, socialPlatforms } from '#shared/form-choices.ts'
import { parseIcNumber } from '#shared/ic-number.ts'
import { instant } from './answers.ts'
import { choice, line, optional, webAddress } from './text.ts'

interface PersonField {
  /** What it is called in forms and in a person's own copy of their data. */
  label: string
  /**
   * What the person's own forms send, as part of registering and of the profile. Null: others set it, or it is asked for
   * on terms of its own (`registration.ts`, `profile.ts`).
   */
  told: z.ZodMiniType | null
  /** As it is given back. What only approvers read must be able to be null, which is what others get. */
  given: z.ZodMiniType
  /** In every row of a list, or only where one person is opened. */
  shownIn: 'lists' | 'detail'
  /** Who reads it of people within their reach: all who open lists (`users.list`), or only those who approve. */
  readBy: 'administrators' | 'approvers'
  /** The title of its column in an export, which needs it in lists. Null: it does not leave, for nobody can take it back. */
  exportedAs: string | null
  /** It tells who somebody is: erasure strikes it also from what they wrote themselves. */
  identifies: boolean
}

const year = optional(z.union([z.literal(''), z.int().check(z.minimum(1950), z.maximum(2100))]))

const icNumber = optional(
  z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || parseIcNumber(text) !== undefined,
      'No. kad pengenalan tidak sah (contoh: 990101-14-5678)',
    ),
  ),
)

const phone = optional(
  z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || /^\+?[\d ()-]{6,20}$/.test(text),
      'Nombor telefon tidak sah (contoh: +44 7700 900123)',
    ),
  ),
)

const socialMedia = z.array(z.strictObject({ platform: z.enum(socialPlatforms), url: webAddress }))

export const personFields = {
  membershipNumber: {
    label: 'No. keahlian',
    told: null,
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'No. Keahlian',
    identifies: true,
  },
  fullName: {
    label: 'Nama penuh',
    told: null,
    given: z.string(),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Nama Penuh',
    identifies: true,
  },
  username: {
    label: 'Nama pengguna',
    told: null,
    given: z.string(),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: null,
    identifies: false,
  },
  email: {
    label: 'Email',
    told: null,
    given: z.string(),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Email',
    identifies: true,
  },
  /** Kept sealed, in columns of its own; given only masked. */
  icNumber: {
    label: 'No. kad pengenalan',
    told: icNumber,
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'approvers',
    exportedAs: null,
    identifies: true,
  },
  phone: {
    label: 'No. telefon',
    told: phone,
    given: z.nullable(z.string()),
    shownIn: 'detail',
    readBy: 'administrators',
    exportedAs: null,
    identifies: true,
  },
  birthState: {
    label: 'Negeri kelahiran',
    told: choice(birthStates),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: null,
    identifies: false,
  },
  role: {
    label: 'Peranan',
    told: null,
    given: z.enum(roles),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Peranan',
    identifies: false,
  },
  status: {
    label: 'Status',
    told: null,
    given: z.enum(userStatuses),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Status',
    identifies: false,
  },
  currentCountry: {
    label: 'Negara semasa',
    told: choice(countries),
    given: z.nullable(z.enum(countries)),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Negara',
    identifies: false,
  },
  clubId: {
    label: 'Kelab',
    told: optional(z.union([z.literal(''), id])),
    given: z.nullable(id),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Kelab',
    identifies: false,
  },
  socialMedia: {
    label: 'Media sosial',
    told: z.optional(socialMedia.check(z.maxLength(12))),
    given: z.array(z.object({ platform: z.string(), url: z.string() })),
    shownIn: 'detail',
    readBy: 'administrators',
    exportedAs: null,
    identifies: false,
  },
  institution: {
    label: 'Institusi',
    told: optional(line(200)),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Institusi',
    identifies: false,
  },
  course: {
    label: 'Kursus',
    told: optional(line(200)),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Kursus',
    identifies: false,
  },
  educationLevel: {
    label: 'Peringkat pengajian',
    told: choice(educationLevels),
    given: z.nullable(z.enum(educationLevels)),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Peringkat Pengajian',
    identifies: false,
  },
  startYear: {
    label: 'Tahun mula',
    told: year,
    given: z.nullable(z.int()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Tahun Mula',
    identifies: false,
  },
  endYear: {
    label: 'Tahun tamat',
    told: year,
    given: z.nullable(z.int()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Tahun Tamat',
    identifies: false,
  },
  createdAt: {
    label: 'Mendaftar',
    told: null,
    given: instant,
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Tarikh Daftar',
    identifies: false,
  },
  approvedAt: {
    label: 'Diluluskan',
    told: null,
    given: z.nullable(instant),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Tarikh Lulus',
    identifies: false,
  },
  updatedAt: {
    label: 'Dikemas kini',
    told: null,
    given: instant,
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: null,
    identifies: false,
  },
} as const satisfies Record<string, PersonField>

type Fields = typeof personFields
export type PersonKey = keyof Fields
/** The fields of which a column of the table says this. */
type KeysWhere<Column extends keyof PersonField, Value> = {
  [Key in PersonKey]: Fields[Key][Column] extends Value ? Key : never
}[PersonKey]

export type ToldKey = KeysWhere<'told', z.ZodMiniType>
type ListedKey = KeysWhere<'shownIn', 'lists'>
type DetailKey = KeysWhere<'shownIn', 'detail'>
type ExportedKey = KeysWhere<'exportedAs', string>
type IdentifyingKey = KeysWhere<'identifies', true>

function keysWhere<Key extends PersonKey>(matches: (field: PersonField) => boolean): Key[] {
  const keys = Object.keys(personFields) as Key[]
  return keys.filter(key => matches(personFields[key]))
}

export const personKeys = keysWhere<PersonKey>(() => true)
export const toldKeys = keysWhere<ToldKey>(({ told }) => told !== null)
export const listedKeys = keysWhere<ListedKey>(({ shownIn }) => shownIn === 'lists')
export const detailKeys = keysWhere<DetailKey>(({ shownIn }) => shownIn === 'detail')
export const exportedKeys = keysWhere<ExportedKey>(({ exportedAs }) => exportedAs !== null)
export const identifyingKeys = keysWhere<IdentifyingKey>(({ identifies }) => identifies)

/** The schemas of these fields, for use in an object's. */
export function schemasOf<Key extends PersonKey, Column extends 'told' | 'given'>(
  keys: Key[],
  column: Column,
): { [K in Key]: Fields[K][Column] } {
  return Object.fromEntries(keys.map(key => [key, personFields[key][column]])) as never
}
