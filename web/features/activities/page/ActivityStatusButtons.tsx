import { Button } from '@mantine/core'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { seriesText, pageText as text } from '#texts/activities.ts'
import { useChangeActivityStatus } from '#web/features/activities/activities.api.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

/** Buttons with which organizers start, complete or cancel an activity. */
export function ActivityStatusButtons({ activity: { id, status, seriesId } }: { activity: ActivityRow }) {
  const change = useChangeActivityStatus(id)
  if (status !== 'planned' && status !== 'ongoing') return null
  const next =
    status === 'planned'
      ? { to: 'ongoing' as const, label: text.start, words: text.startConfirm }
      : { to: 'completed' as const, label: text.complete, words: text.completeConfirm }
  const cancelled = { status: 'cancelled' as const }
  const cancelOne = { label: text.cancel, words: text.cancelConfirm, body: cancelled }
  const cancelFollowing = {
    label: seriesText.cancelFollowing,
    words: seriesText.cancelFollowingConfirm,
    body: { ...cancelled, scope: 'following' as const },
  }
  const cancelActions = seriesId && status === 'planned' ? [cancelOne, cancelFollowing] : [cancelOne]
  return (
    <>
      <Button
        variant="light"
        loading={change.isPending}
        onClick={() =>
          openConfirmDialog({
            title: next.label,
            text: next.words,
            action: next.label,
            onConfirm: () => change.mutate({ status: next.to }),
          })
        }
      >
        {next.label}
      </Button>
      {cancelActions.map(({ label, words, body }) => (
        <Button
          key={label}
          variant="subtle"
          color="red"
          disabled={change.isPending}
          onClick={() =>
            openConfirmDialog({
              title: label,
              text: words,
              action: label,
              isDangerous: true,
              onConfirm: () => change.mutate(body),
            })
          }
        >
          {label}
        </Button>
      ))}
    </>
  )
}
