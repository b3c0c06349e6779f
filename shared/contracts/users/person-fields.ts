// Table of all fields of a person: schemas, visibility, export, import, merging and erasure of each field.
// Forms, profile, lists, details, exports, imports, merging and erasure are derived from the table of person fields.
// Labels of person fields are in `texts/<language>/app/person-fields.json`. Exports have the columns in this order.
import * as z from 'zod/mini'
import { educationLevels, roles, userStatuses } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'
import {
  buildOptionalChoiceSchema,
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
  webUrl,
} from '#shared/fields/text.ts'
import { birthStates, socialPlatforms } from '#shared/form-choices.ts'
import { parseIdentityCardNumber } from '#shared/ic-number.ts'
import { personFieldErrors } from '#texts/field-errors.ts'

interface PersonField {
  /**
   * Schema of the field in the registration and profile forms.
   * The schema is null when others set the field, or when the registration and profile schemas declare it themselves.
   */
  told: z.ZodMiniType | null
  /**
   * Schema of the person field in responses. Fields that only approvers may read must be nullable: other roles get
   * null.
   */
  given: z.ZodMiniType
  /** Screens that show the field: lists and details of users (`lists`), or only the details (`detail`). */
  shownIn: 'lists' | 'detail'
  /** Roles that may read the field of members in their scope: all that may list users, or only approvers. */
  readBy: 'administrators' | 'approvers'
  /**
   * Whether exports contain the person field. Requires `shownIn: 'lists'` and a column title in `export-columns.json`.
   */
  isExported: boolean
  /**
   * Usual headers of the field in spreadsheets, in Malay and English, separated by commas.
   * The headers are in lower case and without punctuation. Null when an import cannot set the field.
   */
  importedFrom: string | null
  /**
   * Choice on the merge screen with which the kept account takes over the field of the removed account.
   * The name is that of the field, or a common name of fields that belong together. Null when the kept account keeps its own.
   */
  mergedAs: string | null
  /**
   * Whether the field identifies the person. Erasing the account then also redacts the value from texts that the person
   * wrote.
   */
  identifies: boolean
}

const year = buildOptionalFieldSchema(
  z.union([z.literal(''), z.int().check(z.minimum(1950), z.maximum(2100))]),
)

const icNumber = buildOptionalFieldSchema(
  z.string().check(
    z.trim(),
    z.refine(text => text === '' || parseIdentityCardNumber(text) !== undefined, {
      error: () => personFieldErrors.icNumber,
    }),
  ),
)

const phone = buildOptionalFieldSchema(
  z.string().check(
    z.trim(),
    z.refine(text => text === '' || /^\+?[\d ()-]{6,20}$/.test(text), {
      error: () => personFieldErrors.phone,
    }),
  ),
)

const socialMedia = z.array(z.strictObject({ platform: z.enum(socialPlatforms), url: webUrl }))

export const personFields = {
  membershipNumber: {
    told: null,
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom:
      'no keahlian, no ahli, nombor keahlian, nombor ahli, membership number, member no, member id, id ahli',
    mergedAs: 'membershipNumber',
    identifies: true,
  },
  fullName: {
    told: null,
    given: z.string(),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'nama, nama penuh, nama ahli, name, full name, nama pelajar, member name',
    mergedAs: 'fullName',
    identifies: true,
  },
  username: {
    told: null,
    given: z.string(),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: false,
    importedFrom: null,
    mergedAs: null,
    identifies: false,
  },
  email: {
    told: null,
    given: z.string(),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'email, e mel, emel, e mail, alamat email, alamat emel, email address',
    mergedAs: null,
    identifies: true,
  },
  /** The identity card number is stored encrypted in columns of its own. Responses contain only the masked number. */
  icNumber: {
    told: icNumber,
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'approvers',
    isExported: false,
    importedFrom:
      'no kad pengenalan, kad pengenalan, no kp, nokp, kp, ic, ic number, no ic, ic no, mykad, no mykad, nombor kad pengenalan, nric',
    mergedAs: 'icNumber',
    identifies: true,
  },
  phone: {
    told: phone,
    given: z.nullable(z.string()),
    shownIn: 'detail',
    readBy: 'administrators',
    isExported: false,
    importedFrom:
      'telefon, no telefon, no tel, tel, phone, phone number, no hp, hp, mobile, nombor telefon, whatsapp',
    mergedAs: 'phone',
    identifies: true,
  },
  birthState: {
    told: buildOptionalChoiceSchema(birthStates),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: false,
    importedFrom: 'negeri kelahiran, negeri, negeri lahir, birth state, state, tempat lahir',
    mergedAs: 'birthState',
    identifies: false,
  },
  role: {
    told: null,
    given: z.enum(roles),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: null,
    mergedAs: null,
    identifies: false,
  },
  status: {
    told: null,
    given: z.enum(userStatuses),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: null,
    mergedAs: null,
    identifies: false,
  },
  currentCountry: {
    told: buildOptionalChoiceSchema(countries),
    given: z.nullable(z.enum(countries)),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'negara, negara semasa, country, current country',
    mergedAs: 'place',
    identifies: false,
  },
  clubId: {
    told: buildOptionalFieldSchema(z.union([z.literal(''), id])),
    given: z.nullable(id),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'kelab, nama kelab, club, club name',
    mergedAs: 'place',
    identifies: false,
  },
  socialMedia: {
    told: z.optional(socialMedia.check(z.maxLength(12))),
    given: z.array(z.object({ platform: z.string(), url: z.string() })),
    shownIn: 'detail',
    readBy: 'administrators',
    isExported: false,
    importedFrom: null,
    mergedAs: 'socialMedia',
    identifies: false,
  },
  institution: {
    told: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'institusi, universiti, univ, university, institution, kolej, college, tempat belajar',
    mergedAs: 'institution',
    identifies: false,
  },
  course: {
    told: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
    given: z.nullable(z.string()),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'kursus, jurusan, course, programme, program, bidang, pengajian, field of study, major',
    mergedAs: 'course',
    identifies: false,
  },
  educationLevel: {
    told: buildOptionalChoiceSchema(educationLevels),
    given: z.nullable(z.enum(educationLevels)),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom:
      'peringkat pengajian, peringkat, tahap pengajian, education level, level of study, level, tahap',
    mergedAs: 'educationLevel',
    identifies: false,
  },
  startYear: {
    told: year,
    given: z.nullable(z.int()),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'tahun mula, thn mula, mula, start year, year start, tahun masuk, intake',
    mergedAs: 'years',
    identifies: false,
  },
  endYear: {
    told: year,
    given: z.nullable(z.int()),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: 'tahun tamat, thn tamat, tamat, end year, graduation year, tahun graduasi, tahun akhir',
    mergedAs: 'years',
    identifies: false,
  },
  createdAt: {
    told: null,
    given: instant,
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: null,
    mergedAs: null,
    identifies: false,
  },
  approvedAt: {
    told: null,
    given: z.nullable(instant),
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: true,
    importedFrom: null,
    mergedAs: null,
    identifies: false,
  },
  updatedAt: {
    told: null,
    given: instant,
    shownIn: 'lists',
    readBy: 'administrators',
    isExported: false,
    importedFrom: null,
    mergedAs: null,
    identifies: false,
  },
} as const satisfies Record<string, PersonField>

type Fields = typeof personFields
export type PersonKey = keyof Fields
/** Union of the names of person fields whose property `Column` has the type `Value`. */
type KeysWhere<Column extends keyof PersonField, Value> = {
  [Key in PersonKey]: Fields[Key][Column] extends Value ? Key : never
}[PersonKey]

export type FormFieldKey = KeysWhere<'told', z.ZodMiniType>
type ListedKey = KeysWhere<'shownIn', 'lists'>
type DetailKey = KeysWhere<'shownIn', 'detail'>
type ExportedKey = KeysWhere<'isExported', true>
type ImportedKey = KeysWhere<'importedFrom', string>
type MergedKey = KeysWhere<'mergedAs', string>
type IdentifyingKey = KeysWhere<'identifies', true>

function keysWhere<Key extends PersonKey>(matches: (field: PersonField) => boolean): Key[] {
  const keys = Object.keys(personFields) as Key[]
  return keys.filter(key => matches(personFields[key]))
}

export const personKeys = keysWhere<PersonKey>(() => true)
export const formFieldKeys = keysWhere<FormFieldKey>(({ told }) => told !== null)
export const listedKeys = keysWhere<ListedKey>(({ shownIn }) => shownIn === 'lists')
export const detailKeys = keysWhere<DetailKey>(({ shownIn }) => shownIn === 'detail')
export const exportedKeys = keysWhere<ExportedKey>(({ isExported }) => isExported)
export const importedKeys = keysWhere<ImportedKey>(({ importedFrom }) => importedFrom !== null)
export const mergedKeys = keysWhere<MergedKey>(({ mergedAs }) => mergedAs !== null)
export const identifyingKeys = keysWhere<IdentifyingKey>(({ identifies }) => identifies)

/** Picks the schemas of the person fields with these names, for the object schema of a request or response. */
export function pickPersonFieldSchemas<Key extends PersonKey, Column extends 'told' | 'given'>(
  keys: Key[],
  column: Column,
): { [K in Key]: Fields[K][Column] } {
  return Object.fromEntries(keys.map(key => [key, personFields[key][column]])) as never
}
