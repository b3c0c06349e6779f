import { Button } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { feedText } from '#texts/activities.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const FeedDialog = createLazyOverlay(
  async () => (await import('#web/features/activities/calendar/CalendarFeedDialog.tsx')).CalendarFeedDialog,
)

const feedId = 'subscribe-calendar'

/** Button that opens the dialog for subscribing to the calendar feed. */
export function CalendarFeedButton({ user }: { user: CurrentUser }) {
  const [isSubscribing, setSubscribing] = useState(false)
  return (
    <>
      <Button
        id={feedId}
        variant="default"
        leftSection={<IconCalendarShare size={18} aria-hidden />}
        onClick={() => setSubscribing(true)}
      >
        {feedText.button}
      </Button>
      {isSubscribing && (
        <FeedDialog
          user={user}
          onClose={() => {
            setSubscribing(false)
            focusElementAfterDialogCloses(feedId)
          }}
        />
      )}
    </>
  )
}
