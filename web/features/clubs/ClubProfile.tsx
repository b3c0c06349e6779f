import { Alert, Anchor, Box, Button, Card, Flex, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconExternalLink, IconInfoCircle, IconMapPin, IconMessages, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubDetail } from '#shared/contracts/clubs/clubs.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getPlatformLabel } from '#shared/form-choices.ts'
import { can } from '#shared/policies.ts'
import { clubsText, clubText as text } from '#texts/clubs.ts'
import { focusElementLater } from '#web/lib/document/focus.ts'
import { formatDate, formatNumber } from '#web/lib/format/format.ts'
import { isDataMissing, isRecordUnknown } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import { ClubAdmin } from './ClubAdmin.tsx'
import { ClubDialog } from './ClubDialog.tsx'
import styles from './ClubProfile.module.css'
import type { useClub } from './clubs.api.ts'

const editButtonId = 'edit-club'

function ClubActions({ club, canManage }: { club: ClubDetail; canManage: boolean }) {
  const [isEditing, setEditing] = useState(false)
  const { groupId: group } = club
  return (
    <Flex wrap="wrap" gap={8}>
      {canManage && (
        <Button
          id={editButtonId}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {text.edit}
        </Button>
      )}
      {group && (
        <Button
          leftSection={<IconMessages size={18} aria-hidden />}
          renderRoot={props => <Link to="/communication" search={{ group }} {...props} />}
        >
          {text.chat}
        </Button>
      )}
      {isEditing && (
        <ClubDialog
          club={club}
          onClose={() => {
            setEditing(false)
            focusElementLater(editButtonId)
          }}
        />
      )}
    </Flex>
  )
}

function ClubCard({ user, club }: { user: CurrentUser; club: ClubDetail }) {
  const canManage = can(user, 'clubs.manage')
  return (
    <Card component="article" aria-label={club.name}>
      <div className={styles.head}>
        <Box component="span" flex="none">
          <ClubAvatar club={club} size={64} />
        </Box>
        <Box flex="1 1 220px" miw={0}>
          <Group gap="6px 12px" className={styles.title}>
            <Title order={2} size="h3">
              {club.name}
            </Title>
            <StatusBadge status={club.isActive ? 'active' : 'inactive'} />
          </Group>
          <Text c="dimmed" className={styles.place}>
            <IconMapPin size={16} aria-hidden />
            {[club.city, getCountryName(club.country)].filter(Boolean).join(', ')}
          </Text>
        </Box>
        <ClubActions club={club} canManage={canManage} />
      </div>
      {!club.isActive && (
        <Alert role="note" color="gray" mt="md" icon={<IconInfoCircle aria-hidden />}>
          {text.inactive}
        </Alert>
      )}
      <Text
        maw="72ch"
        mt={20}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
        c={club.description ? undefined : 'dimmed'}
      >
        {club.description ?? text.noDescription}
      </Text>
      {club.links.length > 0 && (
        <Flex
          component="ul"
          wrap="wrap"
          gap="4px 16px"
          mt={12}
          className={styles.links}
          aria-label={text.links}
        >
          {club.links.map(({ platform, url }) => (
            <li key={url}>
              <Anchor
                className="lone"
                size="sm"
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
              >
                <IconExternalLink size={16} aria-hidden /> {getPlatformLabel(platform)}
              </Anchor>
            </li>
          ))}
        </Flex>
      )}
      <Columns
        component="dl"
        template={{ base: '1fr 1fr', sm: 'repeat(4, 1fr)' }}
        gap={20}
        mt={20}
        pt={20}
        style={{ borderTop: '1px solid var(--line)' }}
        className={styles.facts}
      >
        <LabelledValue label={text.admin}>
          <ClubAdmin user={user} club={club} canManage={canManage} />
        </LabelledValue>
        <LabelledValue label={clubsText.university}>{club.university}</LabelledValue>
        <LabelledValue label={text.members}>
          <span className="tabular">{formatNumber(club.memberCount)}</span>
        </LabelledValue>
        <LabelledValue label={clubsText.created}>
          <span className="tabular">{formatDate(club.createdAt)}</span>
        </LabelledValue>
      </Columns>
    </Card>
  )
}

export function ClubProfile({ user, query }: { user: CurrentUser; query: ReturnType<typeof useClub> }) {
  if (isRecordUnknown(query)) {
    const allClubsButton = (
      <Button component={Link} to="/clubs" variant="default">
        {text.all}
      </Button>
    )
    return (
      <Card>
        <EmptyState text={text.notFound} action={allClubsButton} />
      </Card>
    )
  }
  return (
    <>
      <BackLink to="/clubs">{text.all}</BackLink>
      {isDataMissing(query) && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.isPending && <Skeleton height={280} radius={16} />}
      {query.data && !isDataMissing(query) && <ClubCard user={user} club={query.data} />}
    </>
  )
}
