import { Box, Button, Flex, Text } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent, IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Dashboard.module.css'
import { useSidebarUnreadMessageCount } from './dashboard.api.ts'

type OwnData = NonNullable<Dashboard['mine']>
const icon = { size: 20, stroke: 1.7, 'aria-hidden': true }

function PanelLink({
  render,
  children,
}: {
  render: (props: Record<string, unknown>) => ReactNode
  children: string
}) {
  return (
    <Button renderRoot={render} variant="default" size="xs" mt={14} style={{ alignSelf: 'flex-start' }}>
      {children}
    </Button>
  )
}

function ClubPanel({ club }: Pick<OwnData, 'club'>) {
  return (
    <Panel title={text.myClub} action={<IconBuildingCommunity {...icon} />}>
      {club ? (
        <>
          <div className={styles.name}>{club.name}</div>
          <Text component="div" inherit truncate fz={13} c="dimmed">
            {[club.city, getCountryName(club.country)].filter(Boolean).join(', ')} ·{' '}
            {text.clubMembers({ count: club.memberCount })}
          </Text>
          <PanelLink render={props => <Link to="/clubs/$id" params={{ id: String(club.id) }} {...props} />}>
            {text.openClub}
          </PanelLink>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {text.noClub}
        </Text>
      )}
    </Panel>
  )
}

function ActivitiesPanel({ activities }: Pick<OwnData, 'activities'>) {
  return (
    <Panel title={text.myActivities} action={<IconCalendarEvent {...icon} />}>
      {activities.length === 0 && (
        <>
          <Text size="sm" c="dimmed">
            {text.noneJoined}
          </Text>
          <PanelLink render={props => <Link to="/activities" {...props} />}>{text.findActivities}</PanelLink>
        </>
      )}
      <Flex component="ul" direction="column" gap={10} className={styles.own}>
        {activities.map(({ id, title, language, startDate, timeZone, myStatus }) => (
          <Box key={id} component="li" flex={1} miw={0}>
            <Link to="/activities/$id" params={{ id: String(id) }} className={styles.name} lang={language}>
              {title}
            </Link>
            <Text component="div" inherit truncate fz={13} c="dimmed">
              {startDate ? formatDayInZone(new Date(startDate), timeZone) : text.noDate} ·{' '}
              {text.mineStatus[myStatus]}
            </Text>
          </Box>
        ))}
      </Flex>
    </Panel>
  )
}

function MessagesPanel({ unreadMessages }: Pick<OwnData, 'unreadMessages'>) {
  const unread = useSidebarUnreadMessageCount(unreadMessages)
  return (
    <Panel title={text.myMessages} action={<IconMessages {...icon} />}>
      <Text fw={unread > 0 ? 600 : undefined} c={unread > 0 ? undefined : 'dimmed'}>
        {text.unread({ count: unread })}
      </Text>
      <PanelLink render={props => <Link to="/communication" {...props} />}>{text.openMessages}</PanelLink>
    </Panel>
  )
}

/** The member's own club, activities and unread messages, above the key figures. */
export function MemberOverview({ mine }: { mine: OwnData }) {
  return (
    <Columns
      component="section"
      template="repeat(auto-fit, minmax(240px, 1fr))"
      gap={16}
      mb={16}
      aria-label={text.mine}
    >
      <ClubPanel club={mine.club} />
      <ActivitiesPanel activities={mine.activities} />
      <MessagesPanel unreadMessages={mine.unreadMessages} />
    </Columns>
  )
}
