import { Button, Card } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { segmentText as text } from '#texts/segments.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { useSegments } from '#web/lib/query/use-segments.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { SegmentCard } from './SegmentCard.tsx'

const SegmentBuilder = createLazyOverlay(async () => (await import('./SegmentBuilder.tsx')).SegmentBuilder)

/** List of the segments of the user's own club, country or headquarters. */
export function SegmentList() {
  const segments = useSegments()
  const [isCreating, creating] = useDisclosure()
  if (isQueryErrorShownInsteadOfData(segments))
    return <ErrorState error={segments.error} onRetry={() => segments.refetch()} />
  return (
    <>
      <PageHeader
        subtitle={text.help}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={creating.open}>
            {text.create}
          </Button>
        }
      />
      {segments.isPending && <RowsSkeleton />}
      {segments.data?.length === 0 && (
        <Card>
          <EmptyState text={text.none} />
        </Card>
      )}
      <Columns template={{ md: 'repeat(2, minmax(0, 1fr))' }} gap={16} align="start">
        {segments.data?.map(segment => (
          <SegmentCard key={segment.id} segment={segment} />
        ))}
      </Columns>
      {isCreating && <SegmentBuilder onClose={creating.close} />}
    </>
  )
}
