import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { commonText, errorStateText as text } from '#texts/common.ts'
import {
  isLastElementMissingOfflineContent,
  missingContent,
  registerElementMissingOfflineContent,
} from '#web/lib/offline/missing-content.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { useStore } from '#web/lib/state/store.ts'
import { StateMessage } from './StateMessage.tsx'

/** Repeats all failed requests of the page, because a single message represents all of them. */
function retryAll(onRetry: () => void): void {
  onRetry()
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/**
 * Explains that content needs the Internet. It is no error of the page, so it is calm and announced politely. If
 * several parts of a page are missing, only the last part shows this explanation.
 */
export function OfflineState({ title = text.offline, onRetry }: { title?: string; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const missing = useStore(missingContent)
  useLayoutEffect(() => (place.current ? registerElementMissingOfflineContent(place.current) : undefined), [])
  return (
    <div ref={place} role="status">
      {isLastElementMissingOfflineContent(place.current, missing) && (
        <StateMessage
          icon={<IconCloudOff size={44} stroke={1.4} aria-hidden />}
          title={title}
          text={commonText.offline}
        >
          <Button variant="default" onClick={() => retryAll(onRetry)}>
            {text.retry}
          </Button>
        </StateMessage>
      )}
    </div>
  )
}
