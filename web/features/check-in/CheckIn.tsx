import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/Progress.css'
import '@mantine/core/styles/SegmentedControl.css'
import {
  Alert,
  Button,
  Card,
  Flex,
  Progress,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconAlertTriangle, IconClock, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { CheckInList } from '#shared/contracts/check-in/check-in.schemas.ts'
import { markOutcomeText, checkInText as text } from '#texts/check-in.ts'
import { preloadOfflineCardVerification } from '#web/lib/cards/verify-card-offline.ts'
import { loadToastsAndDialogs } from '#web/lib/document/toasts-and-dialogs.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import styles from './CheckIn.module.css'
import { CheckInGuestList } from './CheckInGuestList.tsx'
import { useCheckInGuestList } from './check-in.api.ts'
import { MembershipCardScanner } from './MembershipCardScanner.tsx'
import { dismissAttendanceMarkConflicts, loadAndSendStoredAttendanceMarks } from './pending-marks.ts'
import { SelfCheckInQrCode } from './SelfCheckInQrCode.tsx'
import { type CheckInSession, useActivityCheckIn } from './use-activity-check-in.ts'

/** Returns the reason why check-in to an activity is closed, or undefined while check-in is open. */
function getCheckInClosedReason({ status, opensAt }: CheckInList): string | undefined {
  if (status === 'cancelled') return text.cancelled
  if (status !== 'planned') return undefined
  if (!opensAt) return text.tooEarlyUndated
  return Date.parse(opensAt) > Date.now() ? text.tooEarly({ moment: formatDateTime(opensAt) }) : undefined
}

/** Notices about attendance marks that wait for the network and marks that the server rejected or changed. */
function CheckInNotices({ id, door }: { id: number; door: CheckInSession }) {
  const lateCount = door.pending.filter(({ isLate }) => isLate).length
  return (
    <>
      {lateCount > 0 && (
        <Alert color="emas" icon={<IconCloudOff aria-hidden />} role="status">
          {text.waiting({ count: lateCount })}
        </Alert>
      )}
      {door.clashes.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={text.clashes} role="alert">
          <Flex component="ul" direction="column" gap={4}>
            {door.clashes.map(({ id: key, name, outcome, by }) => (
              <li key={key}>
                <b>{name}</b>: {markOutcomeText[outcome]} {by && text.by({ name: by })}
              </li>
            ))}
          </Flex>
          <Button variant="default" mt="sm" onClick={() => dismissAttendanceMarkConflicts(id)}>
            {text.dismiss}
          </Button>
        </Alert>
      )}
    </>
  )
}

const listCheckInViews = () => [
  { value: 'scan', label: text.scan },
  { value: 'list', label: text.list },
  { value: 'code', label: text.code },
]

function CheckInViews({ id, list }: { id: number; list: CheckInList }) {
  const door = useActivityCheckIn(id, list)
  const [view, setView] = useState('list')
  const closedReason = getCheckInClosedReason(list)
  const totalCount = door.guests.filter(({ status }) => status !== 'waiting').length
  const presentCount = door.guests.filter(({ status }) => status === 'attended').length
  return (
    <>
      {closedReason && (
        <Alert color="emas" role="note" icon={<IconClock aria-hidden />}>
          {closedReason}
        </Alert>
      )}
      <Card>
        <Title order={2} size="h4" className={styles.title}>
          {list.title}
        </Title>
        <Text size="sm" mt={4} mb="xs" className="tabular">
          {text.came({ here: presentCount, all: totalCount })}
        </Text>
        <Progress
          value={totalCount === 0 ? 0 : (presentCount / totalCount) * 100}
          aria-label={text.came({ here: presentCount, all: totalCount })}
        />
      </Card>
      <CheckInNotices id={id} door={door} />
      {closedReason ? (
        list.status !== 'cancelled' && <CheckInGuestList id={id} door={door} isReadOnly />
      ) : (
        <>
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={text.views}
            data={listCheckInViews()}
            value={view}
            onChange={setView}
          />
          {view === 'scan' && <MembershipCardScanner door={door} />}
          {view === 'list' && <CheckInGuestList id={id} door={door} />}
          {view === 'code' && <SelfCheckInQrCode id={id} allowsWalkIns={list.allowsWalkIns} />}
        </>
      )}
    </>
  )
}

/** Preloads lazily loaded code that the check-in page may need after the network is lost. */
function preloadCheckInForOffline(): void {
  preloadOfflineCardVerification()
  void loadToastsAndDialogs()
  void import('#web/lib/query/toast.ts').catch(() => {})
}

/** Check-in page for organizers and helpers at the venue. */
export function CheckIn({ owner, id }: { owner: number; id: number | undefined }) {
  useEffect(() => loadAndSendStoredAttendanceMarks(owner), [owner])
  useEffect(preloadCheckInForOffline, [])
  const query = useCheckInGuestList(id)
  return (
    <Stack gap="md" maw={960}>
      <BackLink to="/activities/$id" params={{ id: String(id) }}>
        {text.back}
      </BackLink>
      {isRecordNotFound(query) && (
        <Card>
          <EmptyState text={text.notFound} />
        </Card>
      )}
      {!isRecordNotFound(query) && isQueryErrorShownInsteadOfData(query) && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      )}
      {query.isPending && query.isEnabled && <Skeleton height={320} radius={16} />}
      {id !== undefined && query.data && !isQueryErrorShownInsteadOfData(query) && (
        <CheckInViews id={id} list={query.data} />
      )}
    </Stack>
  )
}
