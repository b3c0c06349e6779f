import { useState } from 'react'
import type { BulkPerson } from './use-bulk-action-runner.ts'
import { useSelectedRowIds } from './use-selected-row-ids.ts'

/**
 * Users selected for an action: rows of the page, or all users who matched `filterKey` when they were read. Changing
 * the filter or selecting a row ends the selection of all matching users.
 */
export function useSelectedOrMatchingUsers<Row extends BulkPerson>(rows: Row[], filterKey: string) {
  const { selectedIds, setSelectedIds } = useSelectedRowIds(rows)
  const [matching, setMatching] = useState<{ filterKey: string; people: BulkPerson[] }>()
  const matched = matching?.filterKey === filterKey ? matching.people : undefined
  return {
    selectedIds,
    selectedRows: rows.filter(({ id }) => selectedIds.includes(id)),
    /** All users who match the filter, if the user has selected them all; otherwise undefined. */
    matched,
    select: (ids: number[]) => {
      setMatching(undefined)
      setSelectedIds(ids)
    },
    selectMatching: (people: BulkPerson[]) => setMatching({ filterKey, people }),
  }
}
