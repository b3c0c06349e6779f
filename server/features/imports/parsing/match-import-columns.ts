// Recognizes the columns of an uploaded member list by common headers and by the headers of our own exports.
import { runInLanguage } from '#server/language.ts'
import {
  buildCustomFieldTarget,
  getCustomFieldIdOfImportTarget,
  type ImportField,
  type ImportTarget,
  importFields,
} from '#shared/contracts/imports/import-targets.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'
import { languages } from '#shared/language/languages.ts'
import { findText } from '#shared/language/texts.ts'
import { exportColumns } from '#texts/export-columns.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

/** Normalizes a column header: punctuation, spaces and letter case are ignored in comparisons. */
export function normalizeColumnHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Common column headers of each field in member lists, besides the field's own name: normalized,
 * comma-separated.
 */
const otherHeaders: Partial<Record<ImportField, string>> = {
  fullName:
    'nama penuh seperti dalam ic, name as per ic, name as in ic, nama mengikut kad pengenalan, student name, nama calon',
  email: 'e mail address, email add, alamat e mel, mail, email peribadi, personal email, e mel peribadi',
  icNumber:
    'i c no, ic num, identity card, identity card no, identity card number, identification no, identification number, no i c, no k p, nric no, nric number, kad pengenalan no, no kad pengenalan baru, no kp baru, mykad no, ic nombor',
  phone:
    'mobile no, mobile number, mobile phone, handphone, handphone no, hand phone, contact, contact no, contact number, telephone, telephone no, telephone number, phone no, cell, cell phone, no telefon bimbit, telefon bimbit, tel bimbit, no bimbit, no h p, no untuk dihubungi, whatsapp no, whatsapp number',
  membershipNumber: 'membership no, membership id, member number, keahlian no, no pendaftaran ahli',
  birthState: 'state of birth, place of birth, negeri asal, home state, negeri tempat lahir',
  currentCountry:
    'negara tempat belajar, country of study, negara belajar, host country, negara menetap, country of residence',
  clubId: 'cawangan, branch, club branch',
  institution:
    'nama institusi, nama universiti, university name, name of university, school, ipt, uni, institution name, university college',
  course:
    'nama kursus, program pengajian, course of study, course name, programme of study, bidang pengajian, kos',
  educationLevel:
    'study level, qualification, peringkat ijazah, degree level, tahap pendidikan, level of education',
  startYear:
    'tahun mula pengajian, year of intake, intake year, start, start date, tarikh mula, year started, tahun kemasukan, mula pengajian',
  endYear:
    'tahun tamat pengajian, expected graduation, graduation, year of graduation, end date, tarikh tamat, finish year, tahun jangka tamat, tamat pengajian, expected graduation year',
}

/** Lists the column headers that name a field of a person in exports and on screens, in the current language. */
const listOwnHeaders = (key: ImportField): string[] =>
  [findText(exportColumns, key), personFieldLabels[key]].filter(header => header !== undefined)

/** Lists every known column header in normalized form, with its person field. */
export function listKnownColumnHeaders(): (readonly [header: string, key: ImportField])[] {
  return importFields.flatMap(key => {
    const ownHeaders = languages.flatMap(language => runInLanguage(language, () => listOwnHeaders(key)))
    const usualHeaders = [personFields[key].importedFrom, otherHeaders[key] ?? ''].join(', ').split(', ')
    return [...usualHeaders.filter(Boolean), ...ownHeaders.map(normalizeColumnHeader)].map(
      header => [header, key] as const,
    )
  })
}

const removeSpaces = (name: string) => name.replaceAll(' ', '')

let keysByName: Map<string, ImportField> | undefined

/** Known headers reduced to letters and digits, so that "E-mail", "email" and "e mail" are one header. */
function getKnownHeaders(): Map<string, ImportField> {
  keysByName ??= new Map(listKnownColumnHeaders().map(([header, key]) => [removeSpaces(header), key]))
  return keysByName
}

/** Finds the person field for a common column header, ignoring an explanation in brackets or after a slash. */
export function findPersonFieldByImportColumnHeader(header: string): ImportField | undefined {
  const known = getKnownHeaders()
  const withoutExplanation = header.replace(/[([{/].*$/, '')
  return (
    known.get(removeSpaces(normalizeColumnHeader(header))) ??
    known.get(removeSpaces(normalizeColumnHeader(withoutExplanation)))
  )
}

/** Custom field whose label is compared with a column header. */
interface LabelledField {
  id: number
  label: string
}

/**
 * Lists the custom fields whose label is the header, those of the narrowest scope first. A label in two languages, such
 * as "Saiz baju / Shirt size", is found by each of its parts, too, and so is a label with its owner, "Saiz baju · London".
 * The fields must be ordered by scope, headquarters first.
 */
function listFieldsByLabel(header: string, fields: LabelledField[]): ImportTarget[] {
  const name = removeSpaces(normalizeColumnHeader(header))
  if (name === '') return []
  const isNamed = ({ label }: LabelledField) =>
    [label, ...label.split(/[/|()[\]·]/)].some(part => removeSpaces(normalizeColumnHeader(part)) === name)
  return fields
    .filter(isNamed)
    .map(({ id }) => buildCustomFieldTarget(id))
    .toReversed()
}

/** Returns the field assigned to an import column; null for a custom field that the import may not fill in. */
export function getTargetFieldIfImportable(
  target: ImportTarget | null,
  fields: LabelledField[],
): ImportTarget | null {
  const fieldId = target === null ? undefined : getCustomFieldIdOfImportTarget(target)
  return fieldId === undefined || fields.some(({ id }) => id === fieldId) ? target : null
}

/**
 * Assigns a field to each column header, by the user's earlier choice, known header names or labels of custom fields.
 * No field is assigned to two columns.
 */
export function matchImportColumns(
  headers: string[],
  remembered: Map<string, ImportTarget | null>,
  fields: LabelledField[],
): (ImportTarget | null)[] {
  const usedTargets = new Set<ImportTarget>()
  return headers.map(header => {
    const earlier = remembered.get(normalizeColumnHeader(header))
    // A column header that the user ignored in an earlier file is ignored again.
    if (earlier === null) return null
    const candidates = [
      earlier ? getTargetFieldIfImportable(earlier, fields) : null,
      findPersonFieldByImportColumnHeader(header),
      ...listFieldsByLabel(header, fields),
    ]
    const target = candidates.find(candidate => candidate && !usedTargets.has(candidate)) ?? null
    if (target) usedTargets.add(target)
    return target
  })
}
