import { Button, Card, Flex, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Attendance } from '#shared/contracts/attendance/attendance.schemas.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import { attendanceText as text } from '#texts/attendance.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import styles from './Attendance.module.css'
import { useOwnAttendanceRecords } from './attendance.api.ts'
import { DownloadAttendanceCertificateButton } from './DownloadAttendanceCertificateButton.tsx'

function AttendanceRow({ been }: { been: Attendance }) {
  const { activityId, title, startDate, attendedAt, timeZone, clubName } = been
  const when = startDate ?? attendedAt
  return (
    <Flex component="li" wrap="wrap" gap="8px 12px" align="center" justify="space-between" py={10}>
      <Flex component="span" direction="column" flex="1 1 200px" miw={0}>
        <Link to="/activities/$id" params={{ id: String(activityId) }} className={`lone ${styles.name}`}>
          {title}
        </Link>
        <Text span size="sm" c="dimmed">
          <DotSeparatedList
            parts={[when && formatDayInZone(new Date(when), timeZone), clubName && shortenClubName(clubName)]}
          />
        </Text>
      </Flex>
      <DownloadAttendanceCertificateButton activityId={activityId} title={title} />
    </Flex>
  )
}

/** Number of attended activities listed before the user asks for all of them. */
const shortListSize = 5

function AttendanceList() {
  const been = useOwnAttendanceRecords()
  const [isWhole, setWhole] = useState(false)
  if (been.error) return <ErrorState error={been.error} onRetry={() => been.refetch()} />
  if (!been.data) return <Skeleton height={64} />
  if (been.data.length === 0) return <Text size="sm">{text.none}</Text>
  const records = isWhole ? been.data : been.data.slice(0, shortListSize)
  return (
    <>
      <ul className={styles.list}>
        {records.map(attended => (
          <AttendanceRow key={attended.activityId} been={attended} />
        ))}
      </ul>
      {records.length < been.data.length && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setWhole(true)}>
          {text.all({ count: been.data.length })}
        </Button>
      )}
    </>
  )
}

/** Lists the activities the user has attended, each with a certificate to download. */
export function OwnAttendanceList() {
  return (
    // On phones the attendance list comes after the profile form.
    <Card component="section" aria-label={text.title} style={{ order: 1 }}>
      <Title order={2} size="h4">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {text.help}
      </Text>
      <AttendanceList />
    </Card>
  )
}
