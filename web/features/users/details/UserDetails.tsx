import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserDetail } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { auditKindLabels } from '#texts/audit-kinds.ts'
import { tagText } from '#texts/tags.ts'
import { drawerText as text } from '#texts/users.ts'
import { PersonNameAndEmail, RoleBadge } from '#web/features/users/PersonNameAndEmail.tsx'
import { UserTagEditor } from '#web/features/users/tags/UserTagEditor.tsx'
import styles from '#web/features/users/Users.module.css'
import { type useUser, useUserAuditEvents } from '#web/features/users/users.api.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { UserDrawerActions } from './UserDrawerActions.tsx'
import { UserOfficeAppointments } from './UserOfficeAppointments.tsx'
import { UserPersonalData } from './UserPersonalData.tsx'

function UserHistory({ person }: { person: UserDetail }) {
  return (
    <ul className={styles.entries}>
      {person.history.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of the list have no id and are never reordered
        <li key={index}>
          <StatusBadge status={entry.status} />{' '}
          <Text span size="sm">
            {[getCountryName(entry.currentCountry), entry.clubName].filter(Boolean).join(', ')}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(entry.createdAt)} {entry.changedBy && text.by({ name: entry.changedBy })}
          </Text>
          {entry.reason && <Text size="sm">{text.reason({ text: entry.reason })}</Text>}
        </li>
      ))}
    </ul>
  )
}

function UserAuditLog({ id }: { id: number }) {
  const audit = useUserAuditEvents(id, true)
  if (audit.isPending) return <Skeleton height={80} />
  if (!audit.data?.length) return <Text size="sm">{text.noAudit}</Text>
  return (
    <ul className={styles.entries}>
      {audit.data.map(event => (
        <li key={event.id}>
          <Text size="sm">{auditKindLabels[event.kind]}</Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(event.createdAt)} {event.actor && text.by({ name: event.actor.fullName })}
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** Details of a user, as far as the viewer may see them: actions, profile, status history and audit events. */
export function UserDetails({
  user,
  person,
  fields,
  onActing,
}: {
  user: CurrentUser
  person: ReturnType<typeof useUser>
  fields?: ReactNode
  onActing: (isActing: boolean) => void
}) {
  if (isRecordNotFound(person)) return <EmptyState text={text.notFound} />
  if (isQueryErrorShownInsteadOfData(person))
    return <ErrorState error={person.error} onRetry={() => person.refetch()} />
  if (!person.data) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <PersonNameAndEmail person={person.data} />
      <Group gap={8}>
        <RoleBadge role={person.data.role} />
        <StatusBadge status={person.data.status} />
      </Group>
      <UserDrawerActions user={user} person={person.data} onActing={onActing} />
      {person.data.appointments.length > 0 && (
        <section aria-label={text.offices}>
          <Title order={3} size="h5" mb="xs">
            {text.offices}
          </Title>
          <UserOfficeAppointments user={user} person={person.data} />
        </section>
      )}
      <section>
        <Title order={3} size="h5" mb="xs">
          {text.profile}
        </Title>
        <UserPersonalData user={user} person={person.data} />
      </section>
      {can(user, 'fields.manage', { user: person.data }) && fields}
      {can(user, 'users.tag') && (
        <section aria-label={tagText.title}>
          <Title order={3} size="h5" mb="xs">
            {tagText.title}
          </Title>
          <UserTagEditor user={user} person={person.data} />
        </section>
      )}
      <section>
        <Title order={3} size="h5" mb="xs">
          {text.history}
        </Title>
        <UserHistory person={person.data} />
      </section>
      {can(user, 'audit.read') && (
        <section>
          <Title order={3} size="h5" mb="xs">
            {text.audit}
          </Title>
          <UserAuditLog id={person.data.id} />
        </section>
      )}
    </Stack>
  )
}
