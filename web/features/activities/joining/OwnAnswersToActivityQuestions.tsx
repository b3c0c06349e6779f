import { Button, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { questionText as text } from '#texts/activities.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const AnswerActivityQuestionsDialog = createLazyOverlay(
  async () => (await import('./AnswerActivityQuestionsDialog.tsx')).AnswerActivityQuestionsDialog,
)
const buttonId = 'my-answers'

/** Shows the user's answers to the activity's questions and points out required questions added after joining. */
export function OwnAnswersToActivityQuestions({ activity }: { activity: ActivityDetail }) {
  const [isOpen, setOpen] = useState(false)
  const { questions, myAnswers, myStatus, status } = activity
  if (questions.length === 0 || status !== 'planned') return null
  if (!myStatus) {
    return (
      <Text size="sm" c="dimmed" ta="center">
        {text.ahead({ count: questions.length })}
      </Text>
    )
  }
  const isAnswerMissing = questions.some(question => question.isRequired && !myAnswers[question.id])
  return (
    <>
      {isAnswerMissing && (
        <Text size="sm" fw={600} c="var(--full)" role="status">
          {text.waiting}
        </Text>
      )}
      <Button
        id={buttonId}
        variant={isAnswerMissing ? 'filled' : 'default'}
        fullWidth
        leftSection={<IconListDetails size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text.mine}
      </Button>
      {isOpen && (
        <AnswerActivityQuestionsDialog
          activity={activity}
          given={myAnswers}
          onClose={() => {
            setOpen(false)
            focusElementAfterDialogCloses(buttonId)
          }}
        />
      )}
    </>
  )
}
