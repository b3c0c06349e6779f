import { Button, Loader } from '@mantine/core'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { useJoinActivity, useLeaveActivity } from './activities.api.ts'
import { activitiesText as text } from './activities.text.ts'

/** Joining and leaving, while it is planned; a full house has a queue. */
export function JoinButton({ activity }: { activity: ActivityRow }) {
  const join = useJoinActivity()
  const leave = useLeaveActivity()
  if (activity.status !== 'planned') return null
  const { id, title, myStatus, maxParticipants, participantCount } = activity
  if (myStatus) {
    return (
      <Button
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
  return (
    <Button
      variant={isFull ? 'light' : 'filled'}
      aria-label={isFull ? text.joinQueueOf(title) : text.joinOne(title)}
      // Not disabled meanwhile: that would take the focus away.
      aria-busy={join.isPending}
      leftSection={join.isPending && <Loader size={14} color="currentColor" />}
      onClick={() => !join.isPending && join.mutate(id)}
    >
      {isFull ? text.joinQueue : text.join}
    </Button>
  )
}
