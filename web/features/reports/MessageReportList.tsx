import { Button, Card, Flex, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { reportsText as text } from '#texts/reports.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
import { MessageReportCard } from './MessageReportCard.tsx'
import { useMessageReports } from './reports.api.ts'

export function MessageReportList({ myId }: { myId: number }) {
  const reports = useMessageReports()
  if (isQueryErrorShownInsteadOfData(reports))
    return <ErrorState error={reports.error} onRetry={() => reports.refetch()} />
  if (reports.isPending) return <Skeleton height={240} maw={960} radius={16} />
  const rows = reports.data?.pages.flat() ?? []
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState
          text={text.empty}
          action={
            <Button component={Link} to="/communication" variant="default">
              {text.back}
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <Flex component="ul" direction="column" gap={16} maw={960} aria-label={text.list}>
        {rows.map(report => (
          <MessageReportCard key={report.id} report={report} myId={myId} />
        ))}
      </Flex>
      <LoadMoreButton list={reports}>{text.more}</LoadMoreButton>
    </>
  )
}
