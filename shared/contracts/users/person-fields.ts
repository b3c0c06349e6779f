// Table of all person fields, one record per field: label, request and response schemas, visibility and export.
// Forms, profile, lists, details, exports, data downloads and erasure are derived from this table.
// The order of the fields is the column order of exports.
import * as z from 'zod/mini'
import { countries, educationLevels, roles, userStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'
import { optionalChoice, optionalField, singleLineText, webUrl } from '#shared/fields/text.ts'
import { birthStates, socialPlatforms } from '#shared/form-choices.ts'
import { parseIcNumber } from '#shared/ic-number.ts'

interface PersonField {
  /** Label of the person field in forms and in the personal data export. */
  label: string
  /**
   * Schema of the field in the registration and profile forms.
   * The schema is null when others set the field, or when the registration and profile schemas declare it themselves.
   */
  told: z.ZodMiniType | null
  /** Schema of the person field in responses. Fields for approvers must be nullable: other roles get null. */
  given: z.ZodMiniType
  /** Whether the person field is in list rows, or only in the details of one person. */
  shownIn: 'lists' | 'detail'
  /** Roles that may read this field of people in their scope: all with `users.list`, or approvers only. */
  readBy: 'administrators' | 'approvers'
  /** Column title of the person field in exports; requires `shownIn: 'lists'`. Null when it is never exported. */
  exportedAs: string | null
  /** Whether the field identifies the person, so that erasure also redacts it from the person's own texts. */
  identifies: boolean
}

const year = optionalField(z.union([z.literal(''), z.int().check(z.minimum(1950), z.maximum(2100))]))

const icNumber = optionalField(
  z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || parseIcNumber(text) !== undefined,
      'No. kad pengenalan tidak sah (contoh: 990101-14-5678)',
    ),
  ),
)

const phone = optionalField(
  z.string().check(
    z.trim(),
    z.refine(
      text => text === '' || /^\+?[\d ()-]{6,20}$/.test(text),
      'Nombor telefon tidak sah (contoh: +44 7700 900123)',
    ),
  ),
)

const socialMedia = z.array(z.strictObject({ platform: z.enum(socialPlatforms), url: webUrl }))

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
  /** The identity card number is stored encrypted in separate columns; responses contain it only masked. */
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
    told: optionalChoice(birthStates),
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
    told: optionalChoice(countries),
    given: z.nullable(z.enum(countries)),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Negara',
    identifies: false,
  },
  clubId: {
    label: 'Kelab',
    told: optionalField(z.union([z.literal(''), id])),
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
    told: optionalField(singleLineText(200)),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Institusi',
    identifies: false,
  },
  course: {
    label: 'Kursus',
    told: optionalField(singleLineText(200)),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    exportedAs: 'Kursus',
    identifies: false,
  },
  educationLevel: {
    label: 'Peringkat pengajian',
    told: optionalChoice(educationLevels),
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
/** Union of the names of those person fields whose property `Column` has the type `Value`. */
type KeysWhere<Column extends keyof PersonField, Value> = {
  [Key in PersonKey]: Fields[Key][Column] extends Value ? Key : never
}[PersonKey]

export type FormFieldKey = KeysWhere<'told', z.ZodMiniType>
type ListedKey = KeysWhere<'shownIn', 'lists'>
type DetailKey = KeysWhere<'shownIn', 'detail'>
type ExportedKey = KeysWhere<'exportedAs', string>
type IdentifyingKey = KeysWhere<'identifies', true>

function keysWhere<Key extends PersonKey>(matches: (field: PersonField) => boolean): Key[] {
  const keys = Object.keys(personFields) as Key[]
  return keys.filter(key => matches(personFields[key]))
}

export const personKeys = keysWhere<PersonKey>(() => true)
export const formFieldKeys = keysWhere<FormFieldKey>(({ told }) => told !== null)
export const listedKeys = keysWhere<ListedKey>(({ shownIn }) => shownIn === 'lists')
export const detailKeys = keysWhere<DetailKey>(({ shownIn }) => shownIn === 'detail')
export const exportedKeys = keysWhere<ExportedKey>(({ exportedAs }) => exportedAs !== null)
export const identifyingKeys = keysWhere<IdentifyingKey>(({ identifies }) => identifies)

/** Picks the request or response schemas of these person fields, for use in an object schema. */
export function pickPersonFieldSchemas<Key extends PersonKey, Column extends 'told' | 'given'>(
  keys: Key[],
  column: Column,
): { [K in Key]: Fields[K][Column] } {
  return Object.fromEntries(keys.map(key => [key, personFields[key][column]])) as never
}
