import { Box, Button, Card, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconMapPin, IconMessages, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getShortMonthAndWeekday } from '#shared/time/format-day.ts'
import { formatTimeOfDayInZone } from '#shared/time/format-period.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'
import { dashboardText, homeText as text } from '#texts/dashboard.ts'
import { DashboardPanelLink } from '#web/features/dashboard/DashboardPanelLink.tsx'
import { formatBadgeCount, formatTimestampAsTimeOrDate } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import { DashboardSection } from './DashboardSection.tsx'
import { ListRowIcon } from './ListRowIcon.tsx'

type OwnData = NonNullable<Dashboard['mine']>

/** Conversation with unread messages on the dashboard. In encrypted groups its name comes from verified data. */
export interface UnreadConversation {
  id: number
  name: string
  avatar: ReactNode
  /** Text of the conversation's last message; undefined if this device has not decrypted the message. */
  preview?: string
  isEncrypted: boolean
  lastActivityAt?: string
  unreadCount: number
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true }

/** Latest announcements on the dashboard. Unread announcements come first and are marked with a gold dot. */
export function LatestAnnouncementsSection({ announcements }: Pick<Dashboard, 'announcements'>) {
  if (announcements.length === 0) return null
  return (
    <DashboardSection
      title={text.announcements}
      action={
        <DashboardPanelLink render={props => <Link to="/announcements" {...props} />}>
          {text.all}
        </DashboardPanelLink>
      }
    >
      {announcements.map(({ id, title, language, sender, sentAt, isUrgent, readAt }) => (
        <li key={id}>
          <ListRow
            lead={
              <ListRowIcon tone={readAt ? 'neutral' : isUrgent ? 'bad' : 'warn'}>
                <IconSpeakerphone {...icon} />
              </ListRowIcon>
            }
            title={isUrgent ? dashboardText.urgent({ title }) : title}
            titleLanguage={language}
            line={
              <DotSeparatedList
                parts={[
                  sender.club ?? getCountryName(sender.country) ?? dashboardText.headquarters,
                  formatTimeAgo(sentAt),
                ]}
              />
            }
            badge={
              !readAt && (
                <Box component="span" flex="none" w={10} h={10} bdrs={5} bg="emas.7">
                  <VisuallyHidden>{text.newAnnouncement}</VisuallyHidden>
                </Box>
              )
            }
            renderRoot={props => <Link to="/announcements/$id" params={{ id: String(id) }} {...props} />}
          />
        </li>
      ))}
    </DashboardSection>
  )
}

const conversationsShown = 3

/** Conversations with unread messages, or a single row that says that everything is read. */
export function UnreadConversationSection({
  conversations,
  hasConversations,
}: {
  conversations: UnreadConversation[]
  hasConversations: boolean
}) {
  const count = conversations.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  const more = (
    <DashboardPanelLink render={props => <Link to="/communication" {...props} />}>
      {text.messages({ count })}
    </DashboardPanelLink>
  )
  return (
    <DashboardSection title={count > 0 ? text.unread : text.messageList} action={count > 0 && more}>
      {conversations.slice(0, conversationsShown).map(conversation => (
        <li key={conversation.id}>
          <ListRow
            lead={conversation.avatar}
            title={conversation.name}
            line={
              <Text span inherit lineClamp={1}>
                {conversation.preview ??
                  (conversation.isEncrypted
                    ? text.encrypted
                    : text.newMessages({ count: conversation.unreadCount }))}
              </Text>
            }
            badge={
              <Stack
                component="span"
                gap={4}
                align="flex-end"
                flex="none"
                pr={6}
                fz={13}
                fw={600}
                c="var(--mantine-color-anchor)"
              >
                {conversation.lastActivityAt && (
                  <span>{formatTimestampAsTimeOrDate(conversation.lastActivityAt)}</span>
                )}
                <Box
                  component="span"
                  miw={20}
                  px={6}
                  bdrs={10}
                  fz={12}
                  fw={700}
                  lh="20px"
                  ta="center"
                  c="white"
                  bg="laut.7"
                >
                  <span aria-hidden>{formatBadgeCount(conversation.unreadCount)}</span>
                  <VisuallyHidden>{text.newMessages({ count: conversation.unreadCount })}</VisuallyHidden>
                </Box>
              </Stack>
            }
            isLast
            renderRoot={props => <Link to="/communication" search={{ group: conversation.id }} {...props} />}
          />
        </li>
      ))}
      {conversations.length === 0 && (
        <li>
          <ListRow
            lead={
              <ListRowIcon tone="tint">
                <IconMessages {...icon} />
              </ListRowIcon>
            }
            title={hasConversations ? text.allRead : text.noConversations}
            line={hasConversations ? text.openMessages : text.startConversation}
            renderRoot={props => <Link to="/communication" {...props} />}
          />
        </li>
      )}
    </DashboardSection>
  )
}

function ActivityDayNumber({ date, timeZone }: { date: Date; timeZone: string }) {
  return (
    <Stack
      component="span"
      gap={0}
      align="center"
      justify="center"
      flex="none"
      w={42}
      h={42}
      bdrs={12}
      bg="var(--neutral)"
      lh={1.15}
      aria-hidden
    >
      <Text span fw={700} fz={16} lh="inherit" className="tabular">
        {Number(formatWallTime(date, timeZone).slice(8, 10))}
      </Text>
      <Text span fz={12} lh="inherit" c="dimmed">
        {getShortMonthAndWeekday(date, timeZone).month}
      </Text>
    </Stack>
  )
}

/** Activities that the member has joined, without the next one, which is shown in a card of its own. */
export function UpcomingJoinedActivities({ activities }: Pick<OwnData, 'activities'>) {
  if (activities.length === 0) return null
  return (
    <DashboardSection
      title={text.next}
      action={
        <DashboardPanelLink render={props => <Link to="/activities" {...props} />}>
          {dashboardText.allActivities}
        </DashboardPanelLink>
      }
    >
      {activities.map(({ id, title, language, startDate, timeZone, myStatus, waitingPosition }) => {
        const start = startDate ? new Date(startDate) : undefined
        const status =
          waitingPosition === null
            ? dashboardText.mineStatus[myStatus]
            : text.turn({ place: waitingPosition })
        return (
          <li key={id}>
            <ListRow
              lead={
                start ? (
                  <ActivityDayNumber date={start} timeZone={timeZone} />
                ) : (
                  <ListRowIcon tone="neutral">
                    <IconMapPin {...icon} />
                  </ListRowIcon>
                )
              }
              title={title}
              titleLanguage={language}
              line={
                <DotSeparatedList
                  parts={[
                    start
                      ? `${getShortMonthAndWeekday(start, timeZone).weekday}, ${formatTimeOfDayInZone(start, timeZone)}`
                      : dashboardText.noDate,
                    status,
                  ]}
                />
              }
              renderRoot={props => <Link to="/activities/$id" params={{ id: String(id) }} {...props} />}
            />
          </li>
        )
      })}
    </DashboardSection>
  )
}

/** The member's club with links to its chat and its page. */
export function OwnClubRow({ club }: Pick<OwnData, 'club'>) {
  const action = {
    variant: 'default',
    flex: { base: '1 1 0', sm: 'none' },
    px: { base: 4, sm: 14 },
  } as const
  return (
    <Card component="section" aria-label={club?.name ?? text.noClub}>
      <Group gap="12px 14px">
        {club && <ClubAvatar club={club} size={42} />}
        <Box flex={{ base: '1 1 220px', sm: 1 }} miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {club?.name ?? text.noClub}
          </Text>
          <Text size="sm" c="dimmed">
            {club ? (
              <DotSeparatedList
                parts={[
                  [club.city, getCountryName(club.country)].filter(Boolean).join(', '),
                  dashboardText.clubMembers({ count: club.memberCount }),
                ]}
              />
            ) : (
              text.noClubHelp
            )}
          </Text>
        </Box>
        <Flex gap={8} w={{ base: '100%', sm: 'auto' }}>
          {club?.groupId && (
            <Button
              {...action}
              leftSection={<IconMessages size={18} aria-hidden />}
              renderRoot={props => (
                <Link to="/communication" search={{ group: club.groupId as number }} {...props} />
              )}
            >
              {text.clubChat}
            </Button>
          )}
          <Button
            {...action}
            renderRoot={props =>
              club ? (
                <Link to="/clubs/$id" params={{ id: String(club.id) }} {...props} />
              ) : (
                <Link to="/clubs" {...props} />
              )
            }
          >
            {club ? text.clubPage : text.findClub}
          </Button>
        </Flex>
      </Group>
    </Card>
  )
}
