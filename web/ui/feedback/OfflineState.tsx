import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { commonText, errorStateText as text } from '#texts/common.ts'
import {
  isLastFailedContentAreaOnPage,
  missingContent,
  registerFailedContentArea,
} from '#web/lib/offline/missing-content.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { ContentPlaceholderMessage } from './ContentPlaceholderMessage.tsx'

/** Repeats all failed requests of the page, because one message about the lost connection represents all of them. */
function retryAllFailedQueries(onRetry: () => void): void {
  onRetry()
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/**
 * Placeholder for content that failed to load. If several parts of a page or dialog failed, only the last part shows
 * `message`, so that one explanation with one retry button is below all controls.
 */
export function UnloadedContentPlaceholder({
  role,
  onRetry,
  message,
}: {
  role: 'alert' | 'status'
  onRetry: () => void
  message: (retryButton: ReactNode) => ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const missing = useStoreState(missingContent)
  useLayoutEffect(() => (place.current ? registerFailedContentArea(place.current) : undefined), [])
  return (
    <div ref={place} role={role}>
      {isLastFailedContentAreaOnPage(place.current, missing) &&
        message(<Button onClick={() => retryAllFailedQueries(onRetry)}>{text.retry}</Button>)}
    </div>
  )
}

/**
 * Says that content needs an internet connection. Screen readers announce it politely, because it is no error of the
 * page.
 */
export function OfflineState({ title = text.offline, onRetry }: { title?: string; onRetry: () => void }) {
  return (
    <UnloadedContentPlaceholder
      role="status"
      onRetry={onRetry}
      message={retryButton => (
        <ContentPlaceholderMessage
          icon={<IconCloudOff size={44} stroke={1.4} aria-hidden />}
          title={title}
          text={commonText.offline}
        >
          {retryButton}
        </ContentPlaceholderMessage>
      )}
    />
  )
}
