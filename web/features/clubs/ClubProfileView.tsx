import { Alert, Anchor, Box, Button, Card, Flex, Group, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink, IconInfoCircle, IconMapPin, IconMessages, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buildActivityCoverUrl } from '#shared/activity-cover.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubDetail } from '#shared/contracts/clubs/clubs.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getClubLinkPlatformLabel } from '#shared/form-choices.ts'
import { can } from '#shared/policies.ts'
import { clubsText, clubText as text } from '#texts/clubs.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { formatDate, formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { CardSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import { ClubAdministratorSection } from './ClubAdministratorSection.tsx'
import { ClubDialog } from './ClubDialog.tsx'
import type { useClub } from './clubs.api.ts'

const editButtonId = 'edit-club'

function ClubActions({ club, canManage }: { club: ClubDetail; canManage: boolean }) {
  const [isEditing, setEditing] = useState(false)
  const { groupId: group } = club
  if (!group && !canManage) return null
  return (
    <Flex wrap="wrap" gap={8} pt={{ base: 4, sm: 16 }}>
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
            focusElementAfterDialogCloses(editButtonId)
          }}
        />
      )}
    </Flex>
  )
}

/** Cover, name, city and description of a club, with buttons for what the user may do. */
function ClubHeader({ user, club }: { user: CurrentUser; club: ClubDetail }) {
  return (
    <Card component="article" padding={0} aria-label={club.name}>
      <Box
        component="img"
        src={buildActivityCoverUrl(club.id, 'banner')}
        alt=""
        display="block"
        w="100%"
        h={{ base: 104, sm: 148 }}
        style={{ objectFit: 'cover' }}
      />
      <Box px={{ base: 16, sm: 24 }} pb={{ base: 16, sm: 24 }}>
        <Flex wrap="wrap" gap={{ base: '8px 16px', sm: 16 }} align="flex-start">
          <Box
            flex="none"
            mt={-32}
            bdrs={18}
            bd="4px solid var(--mantine-color-body)"
            bg="var(--mantine-color-body)"
          >
            <ClubAvatar club={club} size={72} />
          </Box>
          <Box flex={{ base: '1 1 100%', sm: '1 1 220px' }} miw={0} pt={{ sm: 12 }}>
            <Group gap="6px 12px" mb={4}>
              <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
                {club.name}
              </Title>
              <StatusBadge status={club.isActive ? 'active' : 'inactive'} />
            </Group>
            <Text c="dimmed">
              <IconMapPin size={16} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
              {[club.city, getCountryName(club.country)].filter(Boolean).join(', ')}
            </Text>
          </Box>
          <ClubActions club={club} canManage={can(user, 'clubs.manage')} />
        </Flex>
        {!club.isActive && (
          <Alert role="note" color="gray" mt="md" icon={<IconInfoCircle aria-hidden />}>
            {text.inactive}
          </Alert>
        )}
        <Text
          maw="72ch"
          mt={{ base: 12, sm: 16 }}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          c={club.description ? undefined : 'dimmed'}
        >
          {club.description ?? text.noDescription}
        </Text>
      </Box>
    </Card>
  )
}

/** Panel with a club's administrator, university, number of members and links. */
export function ClubDetailsTable({ user, club }: { user: CurrentUser; club: ClubDetail }) {
  return (
    <Panel title={text.about}>
      <Columns component="dl" template={{ sm: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1fr)' }} gap={16}>
        <LabelledValue label={text.admin}>
          <ClubAdministratorSection user={user} club={club} canManage={can(user, 'clubs.manage')} />
        </LabelledValue>
        <LabelledValue label={clubsText.university}>{club.university}</LabelledValue>
        <LabelledValue label={text.members}>
          <span className="tabular">{formatNumber(club.memberCount)}</span>
        </LabelledValue>
        <LabelledValue label={clubsText.created}>
          <span className="tabular">{formatDate(club.createdAt)}</span>
        </LabelledValue>
        {club.links.length > 0 && (
          <LabelledValue label={text.links}>
            <Stack component="ul" gap={8} mt={2} aria-label={text.links}>
              {club.links.map(({ platform, url }) => (
                <li key={url}>
                  <Anchor
                    className="lone"
                    size="sm"
                    href={url}
                    target="_blank"
                    rel="noopener noreferrer nofollow"
                  >
                    <IconExternalLink size={16} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
                    {getClubLinkPlatformLabel(platform)}
                  </Anchor>
                </li>
              ))}
            </Stack>
          </LabelledValue>
        )}
      </Columns>
    </Panel>
  )
}

export function ClubProfileView({ user, query }: { user: CurrentUser; query: ReturnType<typeof useClub> }) {
  if (isRecordNotFound(query)) {
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
      {isQueryErrorShownInsteadOfData(query) && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      )}
      {query.isPending && <CardSkeleton cover={148} lines={4} />}
      {query.data && !isQueryErrorShownInsteadOfData(query) && <ClubHeader user={user} club={query.data} />}
    </>
  )
}
