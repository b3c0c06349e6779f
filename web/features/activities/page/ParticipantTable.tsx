import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Box, Checkbox, Flex, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ActivityRow, ParticipantRow } from '#shared/contracts/activities/activities.schemas.ts'
import { questionText, pageText as text } from '#texts/activities.ts'
import { participantStatusLabels } from '#texts/labels.ts'
import {
  buildParticipantExportUrl,
  participantPageSize,
  useActivityParticipants,
  useMarkAttendance,
} from '#web/features/activities/activities.api.ts'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ParticipantAnswersToQuestions } from './ParticipantAnswersToQuestions.tsx'

/** Checkbox that marks attendance at once and reverts the mark when saving fails. */
function AttendanceSelect({ activityId, person }: { activityId: number; person: ParticipantRow }) {
  const mark = useMarkAttendance(activityId)
  const tick = useAutosavedCheckbox(person.status === 'attended', (attended, onSettled) =>
    mark.mutate({ userIds: [person.id], attended }, { onSettled }),
  )
  if (person.status === 'waiting') return text.none
  return <Checkbox aria-label={text.attended({ name: person.fullName })} {...tick} />
}

/** Attendance can be marked only after the activity has started. */
const canMarkAttendance = ({ status }: ActivityRow) => status === 'ongoing' || status === 'completed'

/** Row of one participant on phones. Once the activity has started, tapping the row marks or unmarks attendance. */
function ParticipantRowPhone({ activity, person }: { activity: ActivityRow; person: ParticipantRow }) {
  const { clubName, createdAt, status } = person
  return (
    <>
      <ListRow
        lead={<PersonAvatar person={person} size={40} />}
        title={person.fullName}
        line={[clubName, formatDateTime(createdAt)].filter(Boolean).join(' · ')}
        badge={
          <Box component="span" flex="none" pr={8} fz={13} c="dimmed">
            {participantStatusLabels[status]}
          </Box>
        }
        tick={
          canMarkAttendance(activity) &&
          status !== 'waiting' && <AttendanceSelect activityId={activity.id} person={person} />
        }
      />
      {Object.keys(person.answers).length > 0 && (
        <Box pb={12} pr={16} pl={68}>
          <ParticipantAnswersToQuestions questions={activity.questions} answers={person.answers} />
        </Box>
      )}
    </>
  )
}

function buildParticipantColumns(activity: ActivityRow): Column<ParticipantRow>[] {
  const columns: Column<ParticipantRow>[] = [
    {
      title: text.name,
      hasNoLabel: true,
      cell: person => (
        <Flex component="span" gap={12} align="center" miw={0}>
          <PersonAvatar person={person} />
          <Text span inherit truncate miw={0}>
            {person.fullName}
          </Text>
        </Flex>
      ),
    },
    { title: text.participantClub, cell: person => person.clubName ?? text.none },
    { title: text.participantStatus, cell: person => participantStatusLabels[person.status] },
    {
      title: text.since,
      cell: person => <span className="tabular">{formatDateTime(person.createdAt)}</span>,
    },
  ]
  const { questions } = activity
  if (questions.length > 0) {
    columns.push({
      title: questionText.answers,
      cell: person => <ParticipantAnswersToQuestions questions={questions} answers={person.answers} />,
    })
  }
  if (!canMarkAttendance(activity)) return columns
  return [
    ...columns,
    { title: text.attendance, cell: person => <AttendanceSelect activityId={activity.id} person={person} /> },
  ]
}

/** Table of an activity's participants for organizers, with waiting list, attendance and export. */
export function ParticipantTable({ activity }: { activity: ActivityRow }) {
  const [page, setPage] = useState(1)
  const query = useActivityParticipants(activity.id, page)
  return (
    <section aria-label={text.participants}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {text.participants}
        </Title>
        <ExportMenu urlFor={format => buildParticipantExportUrl(activity.id, format)} hasPeople />
      </Group>
      <ListTable
        caption={text.participants}
        columns={buildParticipantColumns(activity)}
        phoneRow={person => <ParticipantRowPhone activity={activity} person={person} />}
        query={query}
        empty={text.noParticipants}
        pages={{ page, pageSize: participantPageSize, onChange: setPage }}
      />
    </section>
  )
}
