import { Card } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { chooseActivityCoverDesigns } from '#shared/activity-cover.ts'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { activityPageSize, type useActivities } from '#web/features/activities/activities.api.ts'
import { ActivityCard } from '#web/features/activities/card/ActivityCard.tsx'
import { LazyActivityDialog } from '#web/features/activities/form/LazyActivityDialog.tsx'
import { getOrganizingClubOfActivity } from '#web/features/activities/get-organizing-club-of-activity.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PaginationButtons } from '#web/ui/list/PaginationButtons.tsx'
import { CardSkeleton } from '#web/ui/list/RowsSkeleton.tsx'

/** Grid of activity cards with loading, error and empty states and paging. */
export function ActivityGrid({
  user,
  query,
  page,
  pageSize = activityPageSize,
  onPage,
  action,
  label = text.list,
}: {
  user: CurrentUser
  query: ReturnType<typeof useActivities>
  page: number
  pageSize?: number
  onPage: (page: number) => void
  /** Button or link shown when there are no activities to list. */
  action?: ReactNode
  /** Accessible name of the list of activities, for pages with several lists. */
  label?: string
}) {
  const [editing, setEditing] = useState<ActivityRow>()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const { rows = [], total = 0, isCapped = false } = query.data ?? {}
  const designs = chooseActivityCoverDesigns(rows.map(({ id }) => id))
  const getEditHandler = (activity: ActivityRow) =>
    can(user, 'activities.manage', { club: getOrganizingClubOfActivity(activity) })
      ? () => setEditing(activity)
      : undefined
  return (
    <>
      {query.data && rows.length === 0 && (
        <Card padding={0}>
          <EmptyState text={text.empty} action={action} />
        </Card>
      )}
      <Columns
        component="section"
        template="repeat(auto-fill, minmax(min(300px, 100%), 1fr))"
        gap={16}
        aria-label={label}
        aria-busy={query.isPending}
      >
        {query.isPending &&
          Array.from({ length: 6 }, (_, index) => index).map(index => (
            <CardSkeleton key={index} cover={110} lines={7} hasButton />
          ))}
        {rows.map((activity, index) => (
          <ActivityCard
            key={activity.id}
            activity={activity}
            design={designs[index]}
            onEdit={getEditHandler(activity)}
          />
        ))}
      </Columns>
      <PaginationButtons
        list={label}
        page={page}
        pageSize={pageSize}
        total={total}
        isCapped={isCapped}
        onChange={onPage}
      />
      {editing && (
        <LazyActivityDialog
          user={user}
          activity={editing}
          onClose={() => {
            setEditing(undefined)
            focusElementAfterDialogCloses(`edit-activity-${editing.id}`)
          }}
        />
      )}
    </>
  )
}
