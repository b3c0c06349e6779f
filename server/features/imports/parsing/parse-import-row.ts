// Parses one line of an uploaded member list into person data, with a list of invalid cells.
import type * as z from 'zod/mini'
import { runInLanguage } from '#server/language.ts'
import { type EducationLevel, educationLevels } from '#shared/constants.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { isChoiceKind } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import {
  buildCustomFieldTarget,
  type ImportField,
  type ImportTarget,
  importFields,
} from '#shared/contracts/imports/import-targets.ts'
import type { ImportReason } from '#shared/contracts/imports/imports.schemas.ts'
import { type FormFieldKey, personFields } from '#shared/contracts/users/person-fields.ts'
import type { Country } from '#shared/countries/countries.ts'
import { email, normalizeTextForUniqueness } from '#shared/fields/id-and-email.ts'
import { fullName } from '#shared/fields/text.ts'
import { birthStates } from '#shared/form-choices.ts'
import {
  hasIdentityNumberOwnerReachedAge,
  parseIdentityCardNumber,
  restoreLeadingZerosOfIdentityNumber,
} from '#shared/ic-number.ts'
import { languages } from '#shared/language/languages.ts'
import { parseSpreadsheetYear } from '#shared/time/parse-spreadsheet-date.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { findCountry } from './find-country.ts'
import { normalizeColumnHeader } from './match-import-columns.ts'
import { parseCustomFieldCell } from './parse-custom-field-cell.ts'

type Fields = typeof personFields

/** Person data parsed from an import line. Empty cells are undefined. The identity number has twelve digits. */
export type PersonData = { [Key in ImportField]?: NonNullable<z.output<Fields[Key]['given']>> } & {
  /** Values of custom fields, by the id of the custom field. */
  customFields?: FieldValues
}

export interface ImportClub {
  id: number
  name: string
  city: string | null
  country: Country
}

/** Scope of an import: its country and club, and the clubs, countries and custom fields its lines may use. */
export interface ImportScope {
  country: Country | null
  clubId: number | null
  clubs: Map<string, ImportClub[]>
  /** Countries in which users can register, and therefore be imported. */
  openCountries: Set<Country>
  customFields: CustomField[]
  /** Minimum age in years from the setting MIN_AGE, if set. */
  minAge?: number
}

const otherLevelNames: Record<EducationLevel, string> = {
  sarjana_muda: 'ijazah sarjana muda, ijazah, bachelor, bachelors, degree, undergraduate, ijazah pertama',
  sarjana: 'ijazah sarjana, master, masters, postgraduate',
  doktor_falsafah: 'phd, doctorate, doktor, ijazah kedoktoran, kedoktoran, doctor of philosophy',
  institut_teknikal: 'diploma, teknikal, technical, sijil, vokasional, technical institute',
}

function buildNameMap<Value extends string>(
  values: readonly Value[],
  ...lists: ((value: Value) => string | undefined)[]
): Map<string, Value> {
  const entries = values.flatMap(value =>
    lists.flatMap(list =>
      (list(value) ?? '').split(/,\s*/).map(name => [normalizeColumnHeader(name), value] as const),
    ),
  )
  return new Map(entries.filter(([name]) => name !== ''))
}

let levelNames: Map<string, EducationLevel> | undefined
/** Names of education levels and their labels in all languages, because exported lists contain these labels. */
function getLevelNames(): Map<string, EducationLevel> {
  levelNames ??= buildNameMap(
    educationLevels,
    value => value,
    ...languages.map(
      language => (value: EducationLevel) => runInLanguage(language, () => educationLevelLabels[value]),
    ),
    value => otherLevelNames[value],
  )
  return levelNames
}
const stateNames = buildNameMap(
  birthStates,
  value => value,
  value => value.replace('W.P. ', ''),
  value => value.replace('W.P. ', 'Wilayah Persekutuan '),
)

type CellReader = (
  cell: string,
  scope: ImportScope,
  data: PersonData,
) => { value: PersonData[ImportField]; note?: ImportReason['code'] } | ImportReason['code'] | ImportReason

function parseCell(
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  cell: unknown,
) {
  const parsed = schema.safeParse(cell)
  return parsed.success ? { value: parsed.data as PersonData[ImportField] } : ('bad_field' as const)
}

const toCellResult = <Value extends PersonData[ImportField]>(value: Value | undefined) =>
  value === undefined ? ('bad_field' as const) : { value }

const readYearCell: CellReader = cell => {
  const year = parseSpreadsheetYear(cell)
  return year ? parseCell(personFields.startYear.told, year) : 'bad_field'
}

/** Reads an identity number, and restores the leading zeros that are lost when a spreadsheet stores a number. */
const readIcNumberCell: CellReader = (cell, { minAge }) => {
  const digits = cell.replace(/\.0$/, '').replace(/\D/g, '')
  const restored = restoreLeadingZerosOfIdentityNumber(cell)
  const parsed = parseIdentityCardNumber(digits) ?? restored
  if (parsed && minAge && !hasIdentityNumberOwnerReachedAge(parsed.digits, minAge))
    return { code: 'too_young', key: 'icNumber', number: minAge }
  if (parsed) return { value: parsed.digits, ...(restored && { note: 'ic_zero_restored' as const }) }
  return digits.length === 12 ? 'bad_field' : { code: 'ic_digits', key: 'icNumber', number: digits.length }
}

/** Removes additions of mail programs to an email address: `mailto:`, a name before `<…>`, punctuation. */
function cleanEmail(cell: string): string {
  const address = /<([^<>]+)>\s*[;,]?$/.exec(cell)?.[1] ?? cell
  return address.replace(/^mailto:/i, '').replace(/[\s;,.]+$/, '')
}

/** Finds the club by its name in an import cell. A city after a comma distinguishes clubs of the same name. */
function readClub(cell: string, { clubs, country }: ImportScope, data: PersonData) {
  const expectedCountry = data.currentCountry ?? country
  const [name = '', city] = cell.split(/,\s*/).map(normalizeColumnHeader)
  const clubsWithName = clubs.get(normalizeColumnHeader(cell)) ?? clubs.get(name) ?? []
  const candidates = clubsWithName.filter(club => !expectedCountry || club.country === expectedCountry)
  const [club, other] =
    candidates.length > 1 && city
      ? candidates.filter(candidate => normalizeColumnHeader(candidate.city ?? '') === city)
      : candidates
  if (!club || other) return 'unknown_club' as const
  data.currentCountry ??= club.country
  return { value: club.id }
}

/**
 * Parsers for cells that the form schema of a field does not accept as they are. Import fields without a form schema
 * need a parser. All other fields use their form schema.
 */
const cellReaders: Record<Exclude<ImportField, FormFieldKey>, CellReader> &
  Partial<Record<ImportField, CellReader>> = {
  fullName: cell => parseCell(fullName, cell),
  email: cell => parseCell(email, cleanEmail(cell)),
  icNumber: readIcNumberCell,
  phone: cell =>
    parseCell(
      personFields.phone.told,
      cell
        .replace(/^['’]|\.0$/g, '')
        .replace(/^(tel|hp|whatsapp)\b[.:\s]*/i, '')
        .replaceAll('.', ' '),
    ),
  membershipNumber: cell => ({ value: cell.toUpperCase().replace(/\s/g, '').slice(0, 40).toWellFormed() }),
  birthState: cell => toCellResult(stateNames.get(normalizeColumnHeader(cell))),
  currentCountry: cell => {
    const country = findCountry(cell)
    return country ? { value: country } : 'unknown_country'
  },
  clubId: readClub,
  educationLevel: cell => toCellResult(getLevelNames().get(normalizeColumnHeader(cell))),
  startYear: readYearCell,
  endYear: readYearCell,
}

function readCell(key: ImportField, ...input: Parameters<CellReader>): ReturnType<CellReader> {
  const reader = cellReaders[key]
  if (reader) return reader(...input)
  const { told } = personFields[key]
  return told ? parseCell(told, input[0]) : 'bad_field'
}

function isOutsideScope({ country, clubId }: ImportScope, data: PersonData): boolean {
  if (country && data.currentCountry && data.currentCountry !== country) return true
  return clubId !== null && data.clubId !== undefined && data.clubId !== clubId
}

/**
 * Whether an unreadable value rejects the import line. Values of other fields are left empty with a warning.
 * Name and numbers identify the person. Country and club decide who may see and approve the person.
 */
function isRequired(key: ImportField, { clubId }: ImportScope): boolean {
  if (key === 'clubId') return clubId !== null
  return ['fullName', 'email', 'icNumber', 'membershipNumber', 'currentCountry'].includes(key)
}

/** Cell texts that mean an empty cell: dashes, formula errors, and words for "none". */
const emptyMarks =
  /^(?:[-–—.?]+|#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!)|n\/?a|nil|null|none|tiada|tidak berkenaan)$/i
const isEmptyCell = (key: ImportTarget, cell: string) =>
  cell === '' || (emptyMarks.test(cell) && (key !== 'fullName' || /^\W/.test(cell)))

export interface ParsedCells {
  data: PersonData
  /** Problems with cell values because of which the import line is rejected. */
  problems: ImportReason[]
  /** Warnings about values that were ignored or corrected, although the import line is accepted. */
  remarks: ImportReason[]
}

/** Parses the cells of custom fields. An unreadable value is left empty with a warning. */
function parseCustomFields(
  columns: (ImportTarget | null)[],
  cells: string[],
  fields: CustomField[],
): { values: FieldValues; remarks: ImportReason[] } {
  const values: FieldValues = {}
  const remarks: ImportReason[] = []
  for (const field of fields) {
    const key = buildCustomFieldTarget(field.id)
    const cell = cells[columns.indexOf(key)] ?? ''
    // Words such as "tiada" (none) may be the label of a choice, so a cell counts as empty only if no choice matches.
    const value = cell === '' ? undefined : parseCustomFieldCell(field, cell)
    const isKept = value !== undefined && (isChoiceKind(field.kind) || !isEmptyCell(key, cell))
    if (isKept) values[field.id] = value
    else if (!isEmptyCell(key, cell)) remarks.push({ code: 'bad_field', key, level: 'warning' })
  }
  return { values, remarks }
}

/** Parses an import line in the order of `importFields`, because reading the club requires the country. */
export function parseImportRow(
  columns: (ImportTarget | null)[],
  cells: string[],
  scope: ImportScope,
): ParsedCells {
  const data: PersonData = {}
  const problems: ImportReason[] = []
  const remarks: ImportReason[] = []
  for (const key of importFields) {
    const cell = cells[columns.indexOf(key)] ?? ''
    if (isEmptyCell(key, cell)) continue
    const result = readCell(key, cell, scope, data)
    if (typeof result === 'object' && 'value' in result) {
      Object.assign(data, { [key]: result.value })
      if (result.note) remarks.push({ code: result.note, key })
      continue
    }
    const reason = typeof result === 'string' ? { code: result, key } : result
    if (isRequired(key, scope)) problems.push(reason)
    else remarks.push({ ...reason, level: 'warning' })
  }
  const custom = parseCustomFields(columns, cells, scope.customFields)
  remarks.push(...custom.remarks)
  if (Object.keys(custom.values).length > 0) data.customFields = custom.values
  if (isOutsideScope(scope, data)) problems.push({ code: 'outside_scope' })
  if (data.startYear && data.endYear && data.endYear < data.startYear) problems.push({ code: 'years_order' })
  return { data, problems, remarks }
}

/** Cells of an import line that a user corrected, by column index. */
export type CellCorrections = Record<number, string>

/** Returns the cells of an import line with the corrections of the user. */
export function applyUserCorrectionsToCells(cells: string[], corrections: CellCorrections): string[] {
  const corrected = [...cells]
  for (const [column, value] of Object.entries(corrections)) {
    while (corrected.length < Number(column)) corrected.push('')
    corrected[Number(column)] = value
  }
  return corrected
}

/** Last nine digits of a phone number, equal to the database function `phone_key`. */
export function extractPhoneDigitsForMatching(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replace(/\D/g, '')
  return digits.length >= 8 ? digits.slice(-9) : null
}

/** Normalizes a person's name for comparison. */
export const normalizeName = (name: string) => normalizeTextForUniqueness(name).replace(/\s+/g, ' ')
