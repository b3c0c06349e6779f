import { buildNameKey, getAuditDetailRecordType, parseAuditDetailIds } from '#shared/audit/audit-details.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { ActivityStatus, Role, UserStatus } from '#shared/constants.ts'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import {
  activityStatusLabels,
  officeLabels,
  participantStatusLabels,
  reportReasonLabels,
  userStatusLabels,
} from '#shared/labels.ts'
import { findText } from '#shared/language/texts.ts'
import { changesText as text } from '#texts/audit.ts'
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts'

/** Changed value of an audit event. Without `before`, it is a detail of the event instead of a change. */
export interface AuditChange {
  label: string
  before?: string
  after: string
}

type Value = AuditEvent['details'][string]

/** User status before and after each kind of decision. The kind determines both, so the log omits them. */
const statusTransitions: Partial<Record<AuditKind, [before: string, after: string]>> = {
  'user.approved': [userStatusLabels.pending, userStatusLabels.active],
  'user.rejected': [userStatusLabels.pending, userStatusLabels.rejected],
  'user.applied_again': [userStatusLabels.rejected, userStatusLabels.pending],
  'user.deactivated': [userStatusLabels.active, userStatusLabels.inactive],
  'user.reactivated': [userStatusLabels.inactive, userStatusLabels.active],
  'club.deactivated': [text.clubActive, text.clubInactive],
  'club.reactivated': [text.clubInactive, text.clubActive],
}

const codeLabels: Record<string, string> = {
  ...officeLabels,
  ...userStatusLabels,
  ...activityStatusLabels,
  ...participantStatusLabels,
  ...reportReasonLabels,
  ...text.codes,
} satisfies Record<string, string> & Record<Role | UserStatus | ActivityStatus, string>

const fieldLabels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(personFields).map(([name, { label }]) => [name, label])),
  ...text.fields,
}

function formatValue(event: AuditEvent, name: string, value: Value): string {
  if (value === null || value === '') return text.nothing
  const type = getAuditDetailRecordType(event.kind, name)
  if (type) {
    return parseAuditDetailIds(value)
      .map(
        id =>
          event.names[buildNameKey(type, id)] ??
          (type === 'user' ? text.unnamedUser({ id: String(id) }) : text.unnamedClub({ id: String(id) })),
      )
      .join(', ')
  }
  if (/country$/i.test(name)) return getCountryName(String(value))
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'fields') {
    return value
      .split(' ')
      .map(field => fieldLabels[field] ?? field)
      .join(', ')
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  return codeLabels[value] ?? value
}

/** Labels a from/to pair of an audit event by its suffix (`fromClub` → Club) or, without one, by the event's kind. */
function getPairLabel(kind: AuditKind, suffix: string): string {
  return suffix === ''
    ? (findText(text.pairOfKind, kind) ?? text.pair)
    : (findText(text.pairs, suffix) ?? suffix)
}

export function listAuditChanges(event: AuditEvent): AuditChange[] {
  const { kind, details } = event
  const transition = statusTransitions[kind]
  const changes: AuditChange[] = transition
    ? [{ label: text.state, before: transition[0], after: transition[1] }]
    : []
  for (const [name, value] of Object.entries(details)) {
    const suffix = /^from(?=[A-Z]|$)(.*)$/.exec(name)?.[1]
    if (suffix !== undefined && `to${suffix}` in details) {
      const to = details[`to${suffix}`] ?? null
      if (value === to) continue
      changes.push({
        label: getPairLabel(kind, suffix),
        before: formatValue(event, name, value),
        after: formatValue(event, `to${suffix}`, to),
      })
      continue
    }
    if (/^to(?=[A-Z]|$)/.test(name) && name.replace(/^to/, 'from') in details) continue
    // Details of an audit event that have no label, are zero or are empty strings are skipped.
    const label = findText(text.facts, name)
    if (label && value !== 0 && value !== '') changes.push({ label, after: formatValue(event, name, value) })
  }
  return changes
}
