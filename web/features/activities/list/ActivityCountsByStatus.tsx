import { Box, Flex, UnstyledButton } from '@mantine/core'
import { type ActivityScope, activityStatuses } from '#shared/constants.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import styles from '#web/features/activities/Activities.module.css'
import { useActivityCountSummary } from '#web/features/activities/activities.api.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'

const statusColours = {
  planned: 'var(--mantine-color-laut-5)',
  ongoing: 'var(--status-ongoing)',
  completed: 'var(--status-completed)',
  cancelled: 'var(--status-cancelled)',
}

/** Number of activities per status. Each number is a button that filters the list by that status. */
export function ActivityCountsByStatus({
  scope,
  status,
  onStatus,
}: {
  scope: ActivityScope
  status?: string
  onStatus: (status?: string) => void
}) {
  const summary = useActivityCountSummary(scope)
  if (isQueryErrorShownInsteadOfData(summary))
    return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  return (
    <HorizontalScrollRow role="group" aria-label={text.counters} className={styles.counters}>
      {activityStatuses.map(candidate => (
        <UnstyledButton
          key={candidate}
          className={styles.counter}
          __vars={{ '--tone': statusColours[candidate] }}
          aria-pressed={candidate === status}
          onClick={() => onStatus(candidate === status ? undefined : candidate)}
        >
          <Flex component="span" gap={8} align="center" fz={14} c="dimmed" className={styles.counterLabel}>
            {activityStatusLabels[candidate]}
          </Flex>
          <Box component="strong" fz={16} className="tabular">
            {summary.data ? formatNumber(summary.data[candidate]) : '–'}
          </Box>
        </UnstyledButton>
      ))}
    </HorizontalScrollRow>
  )
}
