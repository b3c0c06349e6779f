import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { auditKindLabels } from '#shared/audit-kinds.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { personFields as fields } from '#shared/contracts/person-fields.ts'
import type { UserDetail } from '#shared/contracts/users.ts'
import { unreadableIcNumber } from '#shared/ic-number.ts'
import { educationLevelLabels } from '#shared/labels.ts'
import { can } from '#shared/policies.ts'
import { showDay, showMoment, telAddress } from '#web/lib/format.ts'
import { isMissing, isUnknown } from '#web/lib/is-missing.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact } from '#web/ui/Fact.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DrawerActions } from './DrawerActions.tsx'
import { PersonCell, RoleBadge } from './PersonCell.tsx'
import styles from './Users.module.css'
import { useUnmaskUser, type useUser, useUserAudit } from './users.api.ts'
import { drawerText as text, usersText } from './users.text.ts'

/** Identity card number, masked until the viewer reveals it. The server records each reveal in the audit log. */
function IcNumber({ user, person }: { user: CurrentUser; person: UserDetail }) {
  const unmask = useUnmaskUser()
  const [fullNumber, setFullNumber] = useState<string | null>()
  const isReadable = person.icNumber !== unreadableIcNumber
  const canUnmask = isReadable && can(user, 'users.unmask', { user: person })
  return (
    <>
      <span className="tabular">{fullNumber ?? person.icNumber}</span>
      {canUnmask && !fullNumber && (
        <>
          <br />
          <Button
            size="compact-xs"
            variant="default"
            loading={unmask.isPending}
            onClick={() => unmask.mutate(person.id, { onSuccess: ({ icNumber }) => setFullNumber(icNumber) })}
          >
            {text.unmask}
          </Button>
          <Text size="xs" c="dimmed">
            {text.unmaskHint}
          </Text>
        </>
      )}
    </>
  )
}

function Profile({ user, person }: { user: CurrentUser; person: UserDetail }) {
  const { startYear, endYear, educationLevel } = person
  const years = [startYear, endYear].filter(year => year !== null).join(' – ')
  return (
    <dl className={styles.facts}>
      <Fact label={usersText.membershipNumber}>{person.membershipNumber}</Fact>
      <Fact label={usersText.icNumber}>{person.icNumber && <IcNumber user={user} person={person} />}</Fact>
      <Fact label={fields.phone.label}>
        {person.phone && (
          <Anchor className="lone" href={telAddress(person.phone)}>
            {person.phone}
          </Anchor>
        )}
      </Fact>
      <Fact label={text.age}>{person.age !== null && text.years(person.age)}</Fact>
      <Fact label={usersText.country}>{person.currentCountry}</Fact>
      <Fact label={fields.clubId.label}>{person.clubName}</Fact>
      <Fact label={fields.birthState.label}>{person.birthState}</Fact>
      <Fact label={fields.institution.label}>{person.institution}</Fact>
      <Fact label={fields.course.label}>{person.course}</Fact>
      <Fact label={fields.educationLevel.label}>
        {educationLevel && educationLevelLabels[educationLevel]}
      </Fact>
      <Fact label={text.studyYears}>{years}</Fact>
      <Fact label={usersText.created}>{showDay(person.createdAt)}</Fact>
      <Fact label={text.approvedAt}>{person.approvedAt && showDay(person.approvedAt)}</Fact>
      <Fact label={text.email}>
        {person.isEmailConfirmed ? usersText.emailConfirmed : usersText.emailUnconfirmed}
      </Fact>
      <Fact label={fields.socialMedia.label}>
        {person.socialMedia.length > 0 &&
          person.socialMedia.map(({ platform, url }) => (
            <div key={url}>
              <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow">
                {platform}
              </Anchor>
            </div>
          ))}
      </Fact>
    </dl>
  )
}

function History({ person }: { person: UserDetail }) {
  return (
    <ul className={styles.entries}>
      {person.history.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no id and are never reordered
        <li key={index}>
          <StatusBadge status={entry.status} />{' '}
          <Text span size="sm">
            {[entry.currentCountry, entry.clubName].filter(Boolean).join(', ')}
          </Text>
          <Text size="xs" c="dimmed">
            {showMoment(entry.createdAt)} {entry.changedBy && text.by(entry.changedBy)}
          </Text>
          {entry.reason && <Text size="sm">{text.reason(entry.reason)}</Text>}
        </li>
      ))}
    </ul>
  )
}

function Audit({ id }: { id: number }) {
  const audit = useUserAudit(id, true)
  if (audit.isPending) return <Skeleton height={80} />
  if (!audit.data?.length) return <Text size="sm">{text.noAudit}</Text>
  return (
    <ul className={styles.entries}>
      {audit.data.map(event => (
        <li key={event.id}>
          <Text size="sm">{auditKindLabels[event.kind]}</Text>
          <Text size="xs" c="dimmed">
            {showMoment(event.createdAt)} {event.actor && text.by(event.actor.fullName)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** User details within the viewer's permissions: actions, profile, status history and audit events. */
export function UserFile({
  user,
  person,
  onActing,
}: {
  user: CurrentUser
  person: ReturnType<typeof useUser>
  onActing: (isActing: boolean) => void
}) {
  if (isUnknown(person)) return <EmptyState text={text.notFound} />
  if (isMissing(person)) return <ErrorState error={person.error} onRetry={() => person.refetch()} />
  if (!person.data) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <PersonCell person={person.data} />
      <span>
        <RoleBadge role={person.data.role} /> <StatusBadge status={person.data.status} />
      </span>
      <DrawerActions user={user} person={person.data} onActing={onActing} />
      <section>
        <Title order={3} size="h5" mb="xs">
          {text.profile}
        </Title>
        <Profile user={user} person={person.data} />
      </section>
      <section>
        <Title order={3} size="h5" mb="xs">
          {text.history}
        </Title>
        <History person={person.data} />
      </section>
      {can(user, 'audit.read') && (
        <section>
          <Title order={3} size="h5" mb="xs">
            {text.audit}
          </Title>
          <Audit id={person.data.id} />
        </section>
      )}
    </Stack>
  )
}
