import { Group, Modal, Skeleton, Text } from '@mantine/core'
import { announcementsText, pollText as text } from '#texts/announcements.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import fileRows from '#web/ui/form/FileRows.module.css'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
import { usePollAnswersByMember } from './announcements.api.ts'

/** Lists each recipient's answer to a poll, for managers of a poll that is not anonymous. */
export function PollAnswers({
  id,
  choices,
  onClose,
}: {
  id: number
  choices: string[]
  onClose: () => void
}) {
  const answers = usePollAnswersByMember(id)
  const rows = answers.data?.pages.flat() ?? []
  return (
    <Modal opened onClose={onClose} title={text.who}>
      {isQueryErrorShownInsteadOfData(answers) && (
        <ErrorState error={answers.error} onRetry={() => answers.refetch()} />
      )}
      {answers.isPending && <Skeleton height={120} />}
      {answers.data && rows.length === 0 && <Text c="dimmed">{text.nobody}</Text>}
      <ul className={fileRows.files} aria-label={text.who}>
        {rows.map(({ userId, fullName, answer }) => (
          <li key={userId} className={fileRows.file}>
            <Group justify="space-between" w="100%">
              <Text>{fullName}</Text>
              <Text fw={600}>{choices[answer]}</Text>
            </Group>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={answers}>{announcementsText.more}</LoadMoreButton>
    </Modal>
  )
}
