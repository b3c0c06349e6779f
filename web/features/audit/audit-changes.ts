import {
  buildNameKey,
  getRecordTypeReferencedByAuditDetail,
  parseIdsInAuditEventDetail,
} from '#shared/audit/audit-details.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { UserStatus } from '#shared/constants.ts'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { findText } from '#shared/language/texts.ts'
import { changesText as text } from '#texts/audit.ts'
import {
  activityStatusLabels,
  appointedOfficeLabels,
  participantStatusLabels,
  reportReasonLabels,
  roleLabels,
  userStatusLabels,
} from '#texts/labels.ts'
import { personFieldLabels } from '#texts/person-fields.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts'

/** Value that an audit event changed. Without `before`, the value is a detail of the event and no change. */
export interface AuditChange {
  label: string
  before?: string
  after: string
}

type Value = AuditEvent['details'][string]

/** User status before and after an audit event, by kind of event. The audit log stores only the kind. */
const statusTransitions: Partial<Record<AuditKind, [before: UserStatus, after: UserStatus]>> = {
  'user.approved': ['pending', 'active'],
  'user.rejected': ['pending', 'rejected'],
  'user.applied_again': ['rejected', 'pending'],
  'user.deactivated': ['active', 'inactive'],
  'user.reactivated': ['inactive', 'active'],
}

/** Returns the status of a user or club before and after an audit event; undefined if no status changed. */
function getStatusTransition(kind: AuditKind): [before: string, after: string] | undefined {
  if (kind === 'club.deactivated') return [text.clubActive, text.clubInactive]
  if (kind === 'club.reactivated') return [text.clubInactive, text.clubActive]
  const [before, after] = statusTransitions[kind] ?? []
  return before && after && [userStatusLabels[before], userStatusLabels[after]]
}

/** Returns the label of a code, such as a role or status, that is stored in an audit event. */
function findAuditCodeLabel(code: string): string | undefined {
  return (
    findText(text.codes, code) ??
    findText(reportReasonLabels, code) ??
    findText(participantStatusLabels, code) ??
    findText(activityStatusLabels, code) ??
    findText(userStatusLabels, code) ??
    findText(appointedOfficeLabels, code) ??
    findText(roleLabels, code)
  )
}

function formatAuditValue(event: AuditEvent, name: string, value: Value): string {
  if (value === null || value === '') return text.nothing
  const type = getRecordTypeReferencedByAuditDetail(event.kind, name)
  if (type) {
    return parseIdsInAuditEventDetail(value)
      .map(id => {
        const recordName = event.names[buildNameKey(type, id)]
        if (type === 'user') return recordName ?? text.unnamedUser({ id: String(id) })
        return recordName ? shortenClubName(recordName) : text.unnamedClub({ id: String(id) })
      })
      .join(', ')
  }
  if (/country$/i.test(name)) return getCountryName(String(value))
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'fields') {
    return value
      .split(' ')
      .map(field => findText(text.fields, field) ?? findText(personFieldLabels, field) ?? field)
      .join(', ')
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  return findAuditCodeLabel(value) ?? value
}

/**
 * Returns the label of a before/after pair: by the suffix of its names (`fromClub` → Club), or else by the event's
 * kind.
 */
function getAuditPairLabel(kind: AuditKind, suffix: string): string {
  return suffix === ''
    ? (findText(text.pairOfKind, kind) ?? text.pair)
    : (findText(text.pairs, suffix) ?? suffix)
}

export function listChangesInAuditEvent(event: AuditEvent): AuditChange[] {
  const { kind, details } = event
  const transition = getStatusTransition(kind)
  const changes: AuditChange[] = transition
    ? [{ label: text.state, before: transition[0], after: transition[1] }]
    : []
  for (const [name, value] of Object.entries(details)) {
    const suffix = /^from(?=[A-Z]|$)(.*)$/.exec(name)?.[1]
    if (suffix !== undefined && `to${suffix}` in details) {
      const to = details[`to${suffix}`] ?? null
      if (value === to) continue
      changes.push({
        label: getAuditPairLabel(kind, suffix),
        before: formatAuditValue(event, name, value),
        after: formatAuditValue(event, `to${suffix}`, to),
      })
      continue
    }
    if (/^to(?=[A-Z]|$)/.test(name) && name.replace(/^to/, 'from') in details) continue
    // Details of an audit event are skipped if they have no label, are zero or are empty.
    const label = findText(text.facts, name)
    if (label && value !== 0 && value !== '')
      changes.push({ label, after: formatAuditValue(event, name, value) })
  }
  return changes
}
