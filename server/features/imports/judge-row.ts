// What one line would mean: somebody new, a change, nothing, perhaps somebody who is here, or a mistake.
import { fitsCountry } from '#server/features/users/membership-numbers.service.ts'
import type { ImportKind } from '#shared/constants.ts'
import type { ImportKey, ImportReason } from '#shared/contracts/imports.ts'
import type { Hit, Known, Likely } from './match-people.queries.ts'
import { foldName, type PersonData, phoneKeyOf, type Scope } from './read-row.ts'

export interface Verdict {
  kind: ImportKind
  reasons: ImportReason[]
  changes: ImportKey[]
  userId: number | null
  duplicateOf: number | null
}

const none = { changes: [], userId: null, duplicateOf: null }
const mistake = (...reasons: ImportReason[]): Verdict => ({ kind: 'error', reasons, ...none })

/** Two people with one membership number are told apart by their names. */
const namesAlike = 0.4

/** The hit whose person the line is about; or why it cannot be told. */
function findHit(hits: Hit[]): Hit | ImportReason['code'] | undefined {
  const sure = hits.filter(({ how }) => how !== 'number')
  const ids = new Set(sure.map(({ person }) => person.id))
  if (ids.size > 1) return 'two_people'
  const byNumber = hits.find(({ how }) => how === 'number')
  const hit = sure.find(({ how }) => how === 'ic') ?? sure[0]
  if (hit && byNumber && byNumber.person.id !== hit.person.id) return 'number_of_other'
  if (hit || !byNumber) return hit
  return byNumber.alike >= namesAlike ? byNumber : 'number_of_other'
}

const isNameOther = ({ fullName }: PersonData, person: Known) =>
  fullName !== undefined && foldName(fullName) !== foldName(person.fullName)

/** Name and identity number both differ, so the line and the account probably belong to two people. */
export function isOtherPerson(data: PersonData, icHash: string | null, person: Known): boolean {
  return isNameOther(data, person) && icHash !== null && person.icHash !== null && icHash !== person.icHash
}

/** Found by email address or membership number alone, a line that may belong to another person needs a decision. */
function needsDecision(data: PersonData, icHash: string | null, { how, alike, person }: Hit): boolean {
  if (how === 'ic') return false
  return isOtherPerson(data, icHash, person) || (isNameOther(data, person) && alike < namesAlike)
}

const compared = [
  'fullName',
  'birthState',
  'currentCountry',
  'clubId',
  'institution',
  'course',
  'educationLevel',
  'startYear',
  'endYear',
] as const satisfies ImportKey[]

/** What a line would change of somebody; empty cells change nothing, nor does it touch what they sign in with. */
export function compare(
  data: PersonData,
  icHash: string | null,
  person: Known,
): { changes: ImportKey[]; notes: ImportReason[] } {
  const changes: ImportKey[] = compared.filter(key => {
    const told = data[key]
    if (told === undefined || told === person[key]) return false
    return key !== 'fullName' || isNameOther(data, person)
  })
  if (data.phone && phoneKeyOf(data.phone) !== phoneKeyOf(person.phone)) changes.push('phone')
  const notes: ImportReason[] = []
  if (icHash && !person.icHash) changes.push('icNumber')
  if (icHash && person.icHash && icHash !== person.icHash) notes.push({ code: 'ic_kept' })
  if (data.email && data.email !== person.email) notes.push({ code: 'email_kept' })
  const { membershipNumber } = data
  if (membershipNumber && membershipNumber !== person.membershipNumber)
    notes.push({ code: 'number_not_kept' })
  // Whoever moves to another country does not take the club along.
  if (changes.includes('currentCountry') && !changes.includes('clubId') && person.clubId !== null) {
    if (data.clubId === undefined) changes.push('clubId')
  }
  return { changes, notes }
}

/** Whether somebody belongs where the import may change things. */
export function isWithin({ country, clubId }: Pick<Scope, 'country' | 'clubId'>, person: Known): boolean {
  if (clubId !== null) return person.clubId === clubId
  return country === null || person.currentCountry === country
}

function judgeKnown(data: PersonData, icHash: string | null, hit: Hit, scope: Scope): Verdict {
  const { person } = hit
  if (!isWithin(scope, person)) return mistake({ code: 'out_of_reach' })
  const { changes, notes } = compare(data, icHash, person)
  const about = { changes, userId: person.id, duplicateOf: null }
  if (changes.length === 0) return { kind: 'unchanged', reasons: notes, ...about }
  // What administrators may do hangs on where they are: that is changed by hand.
  if (person.role !== 'member') return { ...mistake({ code: 'not_yours' }), userId: person.id }
  const start = data.startYear ?? person.startYear
  const end = data.endYear ?? person.endYear
  if (start && end && end < start) return { ...mistake({ code: 'years_order' }), userId: person.id }
  if (needsDecision(data, icHash, hit)) {
    const code = hit.how === 'email' ? 'same_email' : 'same_number'
    return { kind: 'duplicate', reasons: [{ code }, ...notes], changes, userId: null, duplicateOf: person.id }
  }
  return { kind: 'change', reasons: notes, ...about }
}

export interface Findings {
  problems: ImportReason[]
  icHash: string | null
  hits: Hit[]
  likely: Likely[]
  earlier: number | undefined
  isRetired: boolean
}

export function judgeRow(data: PersonData, scope: Scope, found: Findings): Verdict {
  const { problems, hits, likely, earlier } = found
  if (problems.length > 0) return mistake(...problems)
  if (earlier !== undefined) return mistake({ code: 'same_line', number: earlier })
  const hit = findHit(hits)
  if (typeof hit === 'string') return mistake({ code: hit })
  if (hit) return judgeKnown(data, found.icHash, hit, scope)
  if (!data.fullName) return mistake({ code: 'name_missing', key: 'fullName' })
  if (!data.email) return mistake({ code: 'email_missing', key: 'email' })
  const [first] = likely
  if (first) {
    const reasons = likely.filter(({ id }) => id === first.id).map(({ why }) => ({ code: why }))
    return { kind: 'duplicate', reasons, changes: [], userId: null, duplicateOf: first.id }
  }
  const country = data.currentCountry ?? scope.country
  const reasons: ImportReason[] = country ? [] : [{ code: 'no_country' }]
  const { membershipNumber } = data
  if (membershipNumber && (found.isRetired || !fitsCountry(membershipNumber, country))) {
    reasons.push({ code: 'number_not_kept' })
  }
  return { kind: 'new', reasons, ...none }
}
