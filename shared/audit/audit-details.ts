// Tells which details (named values) of an audit event are ids, and to which kind of record each id belongs.
// The audit log stores ids and codes without names, so readers of the log look up the names by these ids.
import type { AuditKind } from './audit-kinds.ts'

export type AuditDetails = Record<string, string | number | boolean | null>
export type NamedRecordType = 'user' | 'club'

const everywhere: Record<string, NamedRecordType> = {
  clubId: 'club',
  fromClub: 'club',
  toClub: 'club',
  userId: 'user',
  added: 'user',
  removed: 'user',
  members: 'user',
}

const ofKind: Partial<Record<AuditKind, Record<string, NamedRecordType>>> = {
  'club.admin_changed': { from: 'user', to: 'user' },
  'office.handed_over': { from: 'user' },
}

/**
 * Returns the record type whose id or ids are stored under this name in an audit event; undefined when the value is no
 * id.
 */
export function getRecordTypeReferencedByAuditDetail(
  kind: AuditKind,
  name: string,
): NamedRecordType | undefined {
  return ofKind[kind]?.[name] ?? everywhere[name]
}

/** Parses the ids in a detail (named value) of an audit event: a single id, or several separated by commas. */
export function parseIdsInAuditEventDetail(value: AuditDetails[string] | undefined): number[] {
  return String(value ?? '')
    .split(',')
    .filter(text => /^[1-9]\d{0,9}$/.test(text))
    .map(Number)
}

export const buildNameKey = (type: NamedRecordType, id: number) => `${type}:${id}`
