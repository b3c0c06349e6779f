// What the details of an event mean: which of them are ids, and of what. The trail itself holds ids and codes alone.
import type { AuditKind } from './audit-kinds.ts'

export type AuditDetails = Record<string, string | number | boolean | null>
export type NamedType = 'user' | 'club'

const everywhere: Record<string, NamedType> = {
  clubId: 'club',
  fromClub: 'club',
  toClub: 'club',
  userId: 'user',
  added: 'user',
  removed: 'user',
  members: 'user',
}

const ofKind: Partial<Record<AuditKind, Record<string, NamedType>>> = {
  'club.admin_changed': { from: 'user', to: 'user' },
  'office.handed_over': { from: 'user' },
}

/** Of what this detail holds the id, or several of them; undefined: it is none. */
export function typeOfId(kind: AuditKind, name: string): NamedType | undefined {
  return ofKind[kind]?.[name] ?? everywhere[name]
}

/** The ids in a detail, which may be one or, with commas between them, many. */
export function idsOf(value: AuditDetails[string] | undefined): number[] {
  return String(value ?? '')
    .split(',')
    .filter(text => /^[1-9]\d{0,9}$/.test(text))
    .map(Number)
}

export const nameKey = (type: NamedType, id: number) => `${type}:${id}`
