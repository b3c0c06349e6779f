import { idsOf, nameKey, typeOfId } from '#shared/audit-details.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { ActivityStatus, Role, UserStatus } from '#shared/constants.ts'
import type { AuditEvent } from '#shared/contracts/audit.ts'
import { personFields } from '#shared/contracts/person-fields.ts'
import {
  activityStatusLabels,
  participantStatusLabels,
  reportReasonLabels,
  roleLabels,
  userStatusLabels,
} from '#shared/labels.ts'
import { showMoment, showNumber } from '#web/lib/format.ts'
import { changesText as text } from './audit.text.ts'

/** What became of what; without `before` it is a fact about the event. */
export interface Change {
  label: string
  before?: string
  after: string
}

type Value = AuditEvent['details'][string]

/** Decisions go from one state to one other and nowhere else, so the trail need not say which. */
const turns: Partial<Record<AuditKind, [before: string, after: string]>> = {
  'user.approved': [userStatusLabels.pending, userStatusLabels.active],
  'user.rejected': [userStatusLabels.pending, userStatusLabels.rejected],
  'user.applied_again': [userStatusLabels.rejected, userStatusLabels.pending],
  'user.deactivated': [userStatusLabels.active, userStatusLabels.inactive],
  'user.reactivated': [userStatusLabels.inactive, userStatusLabels.active],
  'club.deactivated': [text.clubActive, text.clubInactive],
  'club.reactivated': [text.clubInactive, text.clubActive],
}

const codes: Record<string, string> = {
  ...roleLabels,
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

function show(event: AuditEvent, name: string, value: Value): string {
  if (value === null || value === '') return text.nothing
  const type = typeOfId(event.kind, name)
  if (type) {
    return idsOf(value)
      .map(id => event.names[nameKey(type, id)] ?? text.unnamed(type, id))
      .join(', ')
  }
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'number') return showNumber(value)
  if (name === 'fields') {
    return value
      .split(' ')
      .map(field => fieldLabels[field] ?? field)
      .join(', ')
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return showMoment(value)
  return codes[value] ?? value
}

/** What the pair is called: by its name ('fromClub'), or where it has none by what happened. */
function pairLabel(kind: AuditKind, part: string): string {
  return part === '' ? (text.pairOfKind[kind] ?? text.pair) : (text.pairs[part] ?? part)
}

export function changesOf(event: AuditEvent): Change[] {
  const { kind, details } = event
  const turn = turns[kind]
  const found: Change[] = turn ? [{ label: text.state, before: turn[0], after: turn[1] }] : []
  for (const [name, value] of Object.entries(details)) {
    const part = /^from(?=[A-Z]|$)(.*)$/.exec(name)?.[1]
    if (part !== undefined && `to${part}` in details) {
      const to = details[`to${part}`] ?? null
      if (value === to) continue
      found.push({
        label: pairLabel(kind, part),
        before: show(event, name, value),
        after: show(event, `to${part}`, to),
      })
      continue
    }
    if (/^to(?=[A-Z]|$)/.test(name) && name.replace(/^to/, 'from') in details) continue
    // What says nothing, and numbers of rows that no screen shows.
    const label = text.facts[name]
    if (label && value !== 0 && value !== '') found.push({ label, after: show(event, name, value) })
  }
  return found
}
