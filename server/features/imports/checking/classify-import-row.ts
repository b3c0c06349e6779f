// Classifies one import line as new, change, unchanged, duplicate or error.
// An import line is compared with users by identity, membership and phone number, email address and name.

import {
  extractPhoneDigitsForMatching,
  type ImportScope,
  normalizeName,
  type PersonData,
} from '#server/features/imports/parsing/parse-import-row.ts'
import { isValidMembershipNumber } from '#server/features/users/decisions/membership-numbers.service.ts'
import type { ImportKind } from '#shared/constants.ts'
import type { FieldValue, FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import {
  buildCustomFieldTarget,
  type ImportTarget,
  replacedFields,
} from '#shared/contracts/imports/import-targets.ts'
import type { ImportReason } from '#shared/contracts/imports/imports.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import type { ExactMatch, KnownUser, LikelyMatch } from './match-users.queries.ts'

export interface RowClassification {
  kind: ImportKind
  reasons: ImportReason[]
  changes: ImportTarget[]
  userId: number | null
  duplicateOf: number | null
}

const noMatch = { changes: [], userId: null, duplicateOf: null }
const buildError = (...reasons: ImportReason[]): RowClassification => ({ kind: 'error', reasons, ...noMatch })

/** Minimum name similarity (0 to 1) for a match by membership number or email address alone. */
const minNameSimilarity = 0.4

/** Returns the user matching an import line, an error code when matches contradict each other, or undefined. */
function selectHit(hits: ExactMatch[]): ExactMatch | ImportReason['code'] | undefined {
  const certainHits = hits.filter(({ how }) => how !== 'number')
  const ids = new Set(certainHits.map(({ person }) => person.id))
  if (ids.size > 1) return 'two_people'
  const byNumber = hits.find(({ how }) => how === 'number')
  const hit = certainHits.find(({ how }) => how === 'ic') ?? certainHits[0]
  if (hit && byNumber && byNumber.person.id !== hit.person.id) return 'number_of_other'
  if (hit || !byNumber) return hit
  return byNumber.alike >= minNameSimilarity ? byNumber : 'number_of_other'
}

const hasOtherName = ({ fullName }: PersonData, person: KnownUser) =>
  fullName !== undefined && normalizeName(fullName) !== normalizeName(person.fullName)

/** True when both name and identity number of import line and account differ, so they are probably two people. */
export function isMatchedUserProbablyAnotherPerson(
  data: PersonData,
  icHash: string | null,
  person: KnownUser,
): boolean {
  return hasOtherName(data, person) && icHash !== null && person.icHash !== null && icHash !== person.icHash
}

/** True when an import line matches a user by email address or membership number but may be about another person. */
function needsDecision(
  data: PersonData,
  { icHash, remarks }: RowFindings,
  { how, alike, person }: ExactMatch,
): boolean {
  const isRestored = remarks.some(({ code }) => code === 'ic_zero_restored')
  if (how === 'ic') return isRestored && hasOtherName(data, person) && alike < minNameSimilarity
  return (
    isMatchedUserProbablyAnotherPerson(data, icHash, person) ||
    (hasOtherName(data, person) && alike < minNameSimilarity)
  )
}

/**
 * Person fields whose imported value is compared exactly with the stored value. Phone numbers are compared
 * by their digits instead.
 */
const comparedKeys = replacedFields.filter(key => key !== 'phone')

const toComparable = (value: FieldValue | undefined) =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))

/** Lists the ids of custom fields whose value in an import line differs from the stored value. */
function listChangedFields(imported: FieldValues, stored: FieldValues): string[] {
  return Object.keys(imported).filter(id => toComparable(imported[id]) !== toComparable(stored[id]))
}

/**
 * Compares an import line with an existing user and returns the changed fields and notes.
 * Empty cells change nothing; email address, stored identity number and membership number are never replaced.
 */
export function compareImportRowWithUser(
  data: PersonData,
  icHash: string | null,
  person: KnownUser,
): { changes: ImportTarget[]; notes: ImportReason[] } {
  const changes: ImportTarget[] = comparedKeys.filter(key => {
    const value = data[key]
    if (value === undefined || value === person[key]) return false
    return key !== 'fullName' || hasOtherName(data, person)
  })
  if (data.phone && extractPhoneDigitsForMatching(data.phone) !== extractPhoneDigitsForMatching(person.phone))
    changes.push('phone')
  changes.push(...listChangedFields(data.customFields ?? {}, person.customFields).map(buildCustomFieldTarget))
  const notes: ImportReason[] = []
  if (icHash && !person.icHash) changes.push('icNumber')
  if (icHash && person.icHash && icHash !== person.icHash) notes.push({ code: 'ic_kept' })
  if (data.email && data.email !== person.email) notes.push({ code: 'email_kept' })
  const { membershipNumber } = data
  if (membershipNumber && membershipNumber !== person.membershipNumber)
    notes.push({ code: 'number_not_kept' })
  // An imported move to another country clears the user's club.
  if (changes.includes('currentCountry') && !changes.includes('clubId') && person.clubId !== null) {
    if (data.clubId === undefined) changes.push('clubId')
  }
  return { changes, notes }
}

/** True when the user belongs to the country or club to which the import is limited. */
export function isUserInCountryOrClubOfImport(
  { country, clubId }: Pick<ImportScope, 'country' | 'clubId'>,
  person: KnownUser,
): boolean {
  if (clubId !== null) return person.clubId === clubId
  return country === null || person.currentCountry === country
}

const closedCountry: ImportReason = { code: 'country_closed', key: 'currentCountry' }

/** Whether the country is closed, so that nobody can register in it or move to it. */
function isClosed({ openCountries }: ImportScope, country: Country | null | undefined): boolean {
  return country !== null && country !== undefined && !openCountries.has(country)
}

function classifyKnownUser(
  data: PersonData,
  found: RowFindings,
  hit: ExactMatch,
  scope: ImportScope,
): RowClassification {
  const { icHash } = found
  const { person } = hit
  if (!isUserInCountryOrClubOfImport(scope, person)) return buildError({ code: 'out_of_reach' })
  const { changes, notes } = compareImportRowWithUser(data, icHash, person)
  const match = { changes, userId: person.id, duplicateOf: null }
  if (changes.includes('currentCountry') && isClosed(scope, data.currentCountry))
    return { ...buildError(closedCountry), userId: person.id }
  if (changes.length === 0) return { kind: 'unchanged', reasons: notes, ...match }
  // Administrators' permissions depend on country and club, so imports do not change administrators.
  if (person.role !== 'member') return { ...buildError({ code: 'not_yours' }), userId: person.id }
  const start = data.startYear ?? person.startYear
  const end = data.endYear ?? person.endYear
  if (start && end && end < start) return { ...buildError({ code: 'years_order' }), userId: person.id }
  if (needsDecision(data, found, hit)) {
    const code = hit.how === 'email' ? 'same_email' : hit.how === 'ic' ? 'same_ic' : 'same_number'
    return { kind: 'duplicate', reasons: [{ code }, ...notes], changes, userId: null, duplicateOf: person.id }
  }
  return { kind: 'change', reasons: notes, ...match }
}

export interface RowFindings {
  problems: ImportReason[]
  /** Warnings about cell values that were ignored or corrected while parsing. */
  remarks: ImportReason[]
  icHash: string | null
  hits: ExactMatch[]
  likely: LikelyMatch[]
  earlier: number | undefined
  isRetired: boolean
}

/**
 * Classifies an import line. The reasons for its class are sorted by importance, with warnings about values
 * last.
 */
export function classifyImportRow(
  data: PersonData,
  scope: ImportScope,
  found: RowFindings,
): RowClassification {
  const classification = classifyPerson(data, scope, found)
  return { ...classification, reasons: [...classification.reasons, ...found.remarks] }
}

function classifyPerson(data: PersonData, scope: ImportScope, found: RowFindings): RowClassification {
  const { problems, hits, likely, earlier } = found
  if (problems.length > 0) return buildError(...problems)
  if (earlier !== undefined) return buildError({ code: 'same_line', number: earlier })
  const hit = selectHit(hits)
  if (typeof hit === 'string') return buildError({ code: hit })
  if (hit) return classifyKnownUser(data, found, hit, scope)
  if (!data.fullName) return buildError({ code: 'name_missing', key: 'fullName' })
  if (!data.email) return buildError({ code: 'email_missing', key: 'email' })
  const country = data.currentCountry ?? scope.country
  if (isClosed(scope, country)) return buildError(closedCountry)
  const [first] = likely
  if (first) {
    const reasons = likely.filter(({ id }) => id === first.id).map(({ why }) => ({ code: why }))
    return { kind: 'duplicate', reasons, changes: [], userId: null, duplicateOf: first.id }
  }
  const reasons: ImportReason[] = country ? [] : [{ code: 'no_country' }]
  const { membershipNumber } = data
  if (membershipNumber && (found.isRetired || !isValidMembershipNumber(membershipNumber, country))) {
    reasons.push({ code: 'number_not_kept' })
  }
  return { kind: 'new', reasons, ...noMatch }
}
