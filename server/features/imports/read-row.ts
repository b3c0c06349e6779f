// One line of a file as a person: what each cell says, and what is wrong with it.
import { type Country, countries, countryCodes, educationLevels } from '#shared/constants.ts'
import { type ImportKey, type ImportReason, importKeys } from '#shared/contracts/imports.ts'
import { personFields } from '#shared/contracts/person-fields.ts'
import { fullName } from '#shared/contracts/text.ts'
import { email, foldText } from '#shared/fields.ts'
import { birthStates } from '#shared/form-choices.ts'
import { isOfAge, parseIcNumber } from '#shared/ic-number.ts'
import { educationLevelLabels } from '#shared/labels.ts'
import { foldHeader } from './column-names.ts'

/** What is known of a person by a line; what was left empty is not there. */
export interface PersonData {
  fullName?: string
  email?: string
  /** Twelve digits. */
  icNumber?: string
  phone?: string
  membershipNumber?: string
  birthState?: string
  currentCountry?: Country
  clubId?: number | null
  institution?: string
  course?: string
  educationLevel?: (typeof educationLevels)[number]
  startYear?: number
  endYear?: number
}

export interface ClubOf {
  id: number
  name: string
  city: string | null
  country: Country
}

/** Where the people of an import belong, and the clubs that take members there. */
export interface Scope {
  country: Country | null
  clubId: number | null
  clubs: Map<string, ClubOf[]>
  /** Where the operator set one. */
  minAge?: number
}

const otherCountryNames: Partial<Record<Country, string>> = {
  'United Kingdom': 'uk, britain, great britain, england, scotland, wales, united kingdom of great britain',
  'United States': 'usa, us, amerika syarikat, amerika, united states of america',
  Japan: 'jepun',
  'South Korea': 'korea selatan, korea, republic of korea',
  Germany: 'jerman',
  France: 'perancis',
  Canada: 'kanada',
  China: 'cina, tiongkok',
  Singapore: 'singapura',
}
const otherLevelNames: Record<(typeof educationLevels)[number], string> = {
  sarjana_muda: 'ijazah sarjana muda, ijazah, bachelor, bachelors, degree, undergraduate, ijazah pertama',
  sarjana: 'ijazah sarjana, master, masters, postgraduate',
  doktor_falsafah: 'phd, doctorate, doktor, ijazah kedoktoran, kedoktoran, doctor of philosophy',
  institut_teknikal: 'diploma, teknikal, technical, sijil, vokasional, technical institute',
}

function namesOf<Value extends string>(
  values: readonly Value[],
  ...lists: ((value: Value) => string | undefined)[]
): Map<string, Value> {
  const entries = values.flatMap(value =>
    lists.flatMap(list => (list(value) ?? '').split(/,\s*/).map(name => [foldHeader(name), value] as const)),
  )
  return new Map(entries.filter(([name]) => name !== ''))
}

const countryNames = namesOf(
  countries,
  value => value,
  value => countryCodes[value],
  value => otherCountryNames[value],
)
const levelNames = namesOf(
  educationLevels,
  value => value,
  value => educationLevelLabels[value],
  value => otherLevelNames[value],
)
const stateNames = namesOf(
  birthStates,
  value => value,
  value => value.replace('W.P. ', ''),
  value => value.replace('W.P. ', 'Wilayah Persekutuan '),
)

type Read = (
  cell: string,
  scope: Scope,
  data: PersonData,
) => { value: PersonData[ImportKey] } | ImportReason['code'] | ImportReason

function checked(schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }, cell: unknown) {
  const parsed = schema.safeParse(cell)
  return parsed.success ? { value: parsed.data as PersonData[ImportKey] } : ('bad_field' as const)
}

const found = <Value extends PersonData[ImportKey]>(value: Value | undefined) =>
  value === undefined ? ('bad_field' as const) : { value }

const readYear =
  (key: 'startYear' | 'endYear'): Read =>
  cell => {
    const year = /^(\d{4})(-\d\d-\d\d)?(\.0)?$/.exec(cell)?.[1]
    return year ? checked(personFields[key].told, Number(year)) : 'bad_field'
  }

/** Within the country that is known by now; two of one name are told apart by their city, behind a comma. */
function readClub(cell: string, { clubs, country }: Scope, data: PersonData) {
  const where = data.currentCountry ?? country
  const [name = '', city] = cell.split(/,\s*/).map(foldHeader)
  const named = clubs.get(foldHeader(cell)) ?? clubs.get(name) ?? []
  const fitting = named.filter(club => !where || club.country === where)
  const [club, other] =
    fitting.length > 1 && city ? fitting.filter(one => foldHeader(one.city ?? '') === city) : fitting
  if (!club || other) return 'unknown_club' as const
  data.currentCountry ??= club.country
  return { value: club.id }
}

const readers: Record<ImportKey, Read> = {
  fullName: cell => checked(fullName, cell),
  email: cell => checked(email, cell),
  icNumber: (cell, { minAge }) => {
    const digits = cell.replace(/\D/g, '')
    const parsed = parseIcNumber(digits)
    if (parsed && minAge && !isOfAge(digits, minAge))
      return { code: 'too_young', key: 'icNumber', number: minAge }
    if (parsed) return { value: parsed.digits }
    return digits.length === 12 ? 'bad_field' : { code: 'ic_digits', key: 'icNumber', number: digits.length }
  },
  phone: cell => checked(personFields.phone.told, cell.replace(/^'/, '').replace(/\.0$/, '')),
  membershipNumber: cell => ({ value: cell.toUpperCase().replace(/\s/g, '').slice(0, 40).toWellFormed() }),
  birthState: cell => found(stateNames.get(foldHeader(cell))),
  currentCountry: cell => {
    const country = countryNames.get(foldHeader(cell))
    return country ? { value: country } : 'unknown_country'
  },
  clubId: readClub,
  institution: cell => checked(personFields.institution.told, cell),
  course: cell => checked(personFields.course.told, cell),
  educationLevel: cell => found(levelNames.get(foldHeader(cell))),
  startYear: readYear('startYear'),
  endYear: readYear('endYear'),
}

function outsideScope({ country, clubId }: Scope, data: PersonData): boolean {
  if (country && data.currentCountry && data.currentCountry !== country) return true
  return clubId !== null && data.clubId !== undefined && data.clubId !== clubId
}

/** In the order of the fields, so that a club is looked for in the country that was read before it. */
export function readRow(
  columns: (ImportKey | null)[],
  cells: string[],
  scope: Scope,
): { data: PersonData; problems: ImportReason[] } {
  const data: PersonData = {}
  const problems: ImportReason[] = []
  for (const key of importKeys) {
    const cell = cells[columns.indexOf(key)] ?? ''
    if (cell === '' || /^[-–—]$/.test(cell)) continue
    const read = readers[key](cell, scope, data)
    if (typeof read === 'string') problems.push({ code: read, key })
    else if ('code' in read) problems.push(read)
    else Object.assign(data, { [key]: read.value })
  }
  if (outsideScope(scope, data)) problems.push({ code: 'outside_scope' })
  if (data.startYear && data.endYear && data.endYear < data.startYear) problems.push({ code: 'years_order' })
  return { data, problems }
}

/** The last digits of a number, as the database has them of everybody (`phone_key`). */
export function phoneKeyOf(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replace(/\D/g, '')
  return digits.length >= 8 ? digits.slice(-9) : null
}

/** One spelling for comparing. */
export const foldName = (name: string) => foldText(name).replace(/\s+/g, ' ')
