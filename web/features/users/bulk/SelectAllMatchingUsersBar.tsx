import { Alert, Button, Group } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import { maxMatchingUsers } from '#shared/constants.ts'
import { bulkText as text } from '#texts/bulk-actions.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import type { BulkPerson } from './use-bulk-action-runner.ts'
import { useFetchUsersMatchingFilter } from './use-fetch-users-matching-filter.ts'

/** Bar that offers to select all users who match the filter, shown when all rows of the page are selected. */
export function SelectAllMatchingUsersBar({
  filter,
  total,
  onSelect,
}: {
  filter: UserFilter
  /** Number of users who match the filter, formatted for display. */
  total: string
  onSelect: (people: BulkPerson[]) => void
}) {
  const matching = useFetchUsersMatchingFilter()
  if (matching.data?.isCapped)
    return <Alert mb="sm">{text.tooManyMatching({ maximum: maxMatchingUsers })}</Alert>
  return (
    <Group mb="sm">
      <Button
        variant="subtle"
        size="compact-sm"
        loading={matching.isPending}
        onClick={() =>
          matching.mutate(filter, { onSuccess: found => !found.isCapped && onSelect(found.people) })
        }
      >
        {text.selectMatching({ total })}
      </Button>
    </Group>
  )
}
