import { Button, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { commonText, errorStateText as text } from '#texts/common.ts'
import {
  isLastElementWithoutContent,
  missingContent,
  registerElementWithoutContent,
} from '#web/lib/offline/missing-content.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { useStore } from '#web/lib/state/store.ts'

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
  useLayoutEffect(() => (place.current ? registerElementWithoutContent(place.current) : undefined), [])
  return (
    <div ref={place} role="status">
      {isLastElementWithoutContent(place.current, missing) && (
        <Stack align="center" gap="sm" py={48} px="md" ta="center">
          <IconCloudOff size={44} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
          <div>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed" maw={420}>
              {commonText.offline}
            </Text>
          </div>
          <Button variant="default" onClick={() => retryAll(onRetry)}>
            {text.retry}
          </Button>
        </Stack>
      )}
    </div>
  )
}
