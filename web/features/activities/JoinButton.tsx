import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { focusLater } from '#web/lib/focus.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { useJoinActivity, useLeaveActivity } from './activities.api.ts'
import { activitiesText as text } from './activities.text.ts'

const AnswersDialog = lazyOverlay(async () => (await import('./AnswersDialog.tsx')).AnswersDialog)

/** Joining and leaving, while it is planned; a full house has a queue, and some have questions. */
export function JoinButton({ activity }: { activity: ActivityRow }) {
  const join = useJoinActivity()
  const [isAsked, setAsked] = useState(false)
  const leave = useLeaveActivity()
  if (activity.status !== 'planned') return null
  const { id, title, myStatus, maxParticipants, participantCount } = activity
  const buttonId = `join-activity-${id}`
  if (myStatus) {
    // Joined by answering: what asked is no longer needed.
    if (isAsked) setAsked(false)
    return (
      <Button
        id={buttonId}
        variant="default"
        aria-label={text.leaveOne(title)}
        aria-busy={leave.isPending}
        leftSection={leave.isPending && <Loader size={14} />}
        onClick={() =>
          confirm({
            title: text.leaveOne(title),
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
  const enter = () => {
    if (activity.questions.length > 0) setAsked(true)
    else if (!join.isPending) join.mutate(id)
  }
  return (
    <>
      <Button
        id={buttonId}
        variant={isFull ? 'light' : 'filled'}
        aria-label={isFull ? text.joinQueueOf(title) : text.joinOne(title)}
        // Not disabled meanwhile: that would take the focus away.
        aria-busy={join.isPending}
        leftSection={join.isPending && <Loader size={14} color="currentColor" />}
        onClick={enter}
      >
        {isFull ? text.joinQueue : text.join}
      </Button>
      {isAsked && (
        <AnswersDialog
          activity={activity}
          onClose={() => {
            setAsked(false)
            focusLater(buttonId)
          }}
        />
      )}
    </>
  )
}
