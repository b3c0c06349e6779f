import { Button, Loader } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { useJoinActivity, useLeaveActivity } from '#web/features/activities/activities.api.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const AnswerActivityQuestionsDialog = createLazyOverlay(
  async () => (await import('./AnswerActivityQuestionsDialog.tsx')).AnswerActivityQuestionsDialog,
)

/**
 * Button to join or leave a planned activity, disabled while offline. Full activities offer the waiting list; some ask
 * questions first.
 */
export function JoinOrLeaveActivityButton({ activity }: { activity: ActivityRow }) {
  const join = useJoinActivity()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const leave = useLeaveActivity()
  const { online: isOnline } = useNetwork()
  if (activity.status !== 'planned') return null
  const { id, title, myStatus, maxParticipants, participantCount } = activity
  const buttonId = `join-activity-${id}`
  if (myStatus) {
    // A user who submits the answers joins the activity, so the dialog with the activity's questions closes.
    if (isDialogOpen) setDialogOpen(false)
    return (
      <Button
        id={buttonId}
        variant="default"
        disabled={!isOnline}
        aria-label={text.leaveOne({ title })}
        aria-busy={leave.isPending}
        leftSection={leave.isPending && <Loader size={14} />}
        onClick={() =>
          openConfirmDialog({
            title: text.leaveOne({ title }),
            text: text.leaveConfirm[myStatus === 'waiting' ? 'waiting' : 'place'],
            action: text.leave,
            isDangerous: true,
            onConfirm: () => leave.mutate(id),
          })
        }
      >
        {text.leave}
      </Button>
    )
  }
  const isFull = maxParticipants !== null && participantCount >= maxParticipants
  const startJoining = () => {
    if (activity.questions.length > 0) setDialogOpen(true)
    else if (!join.isPending) join.mutate(id)
  }
  return (
    <>
      <Button
        id={buttonId}
        variant={isFull ? 'light' : 'filled'}
        disabled={!isOnline}
        aria-label={isFull ? text.joinQueueOf({ title }) : text.joinOne({ title })}
        // The join button is marked busy instead of disabled, because a disabled button would lose the focus.
        aria-busy={join.isPending}
        leftSection={join.isPending && <Loader size={14} color="currentColor" />}
        onClick={startJoining}
      >
        {isFull ? text.joinQueue : text.join}
      </Button>
      {isDialogOpen && (
        <AnswerActivityQuestionsDialog
          activity={activity}
          onClose={() => {
            setDialogOpen(false)
            focusElementAfterDialogCloses(buttonId)
          }}
        />
      )}
    </>
  )
}
