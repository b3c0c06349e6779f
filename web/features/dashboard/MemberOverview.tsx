import { Button, Text } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent, IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Dashboard.module.css'
import { useSidebarUnreadMessageCount } from './dashboard.api.ts'
import { dashboardText as text } from './dashboard.text.ts'

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
    <Button renderRoot={render} variant="default" size="xs" className={styles.go}>
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
          <div className={styles.muted}>
            {[club.city, club.country].filter(Boolean).join(', ')} ·{' '}
            {text.clubMembers(formatNumber(club.memberCount))}
          </div>
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
      <ul className={styles.own}>
        {activities.map(({ id, title, startDate, timeZone, myStatus }) => (
          <li key={id} className={styles.lines}>
            <Link to="/activities/$id" params={{ id: String(id) }} className={styles.name}>
              {title}
            </Link>
            <div className={styles.muted}>
              {startDate ? formatDayInZone(new Date(startDate), timeZone) : text.noDate} ·{' '}
              {text.mineStatus[myStatus]}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function MessagesPanel({ unreadMessages }: Pick<OwnData, 'unreadMessages'>) {
  const unread = useSidebarUnreadMessageCount(unreadMessages)
  return (
    <Panel title={text.myMessages} action={<IconMessages {...icon} />}>
      <Text fw={unread > 0 ? 600 : undefined} c={unread > 0 ? undefined : 'dimmed'}>
        {text.unread(unread)}
      </Text>
      <PanelLink render={props => <Link to="/communication" {...props} />}>{text.openMessages}</PanelLink>
    </Panel>
  )
}

/** The member's own club, activities and unread messages, above the key figures. */
export function MemberOverview({ mine }: { mine: OwnData }) {
  return (
    <section className={styles.mine} aria-label={text.mine}>
      <ClubPanel club={mine.club} />
      <ActivitiesPanel activities={mine.activities} />
      <MessagesPanel unreadMessages={mine.unreadMessages} />
    </section>
  )
}
