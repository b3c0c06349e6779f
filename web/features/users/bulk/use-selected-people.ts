import { useState } from 'react'
import type { BulkPerson } from './use-bulk-run.ts'
import { useSelectedRows } from './use-selected-rows.ts'

/**
 * Holds the users selected for an action: rows of the page, or all users who matched `filterKey` when they were read.
 * A changed filter or a changed row selection ends the selection of all matching users.
 */
export function useSelectedPeople<Row extends BulkPerson>(rows: Row[], filterKey: string) {
  const { selectedIds, setSelectedIds } = useSelectedRows(rows)
  const [matching, setMatching] = useState<{ filterKey: string; people: BulkPerson[] }>()
  const matched = matching?.filterKey === filterKey ? matching.people : undefined
  return {
    selectedIds,
    selectedRows: rows.filter(({ id }) => selectedIds.includes(id)),
    /** All matching users, if they are selected; otherwise undefined. */
    matched,
    select: (ids: number[]) => {
      setMatching(undefined)
      setSelectedIds(ids)
    },
    selectMatching: (people: BulkPerson[]) => setMatching({ filterKey, people }),
  }
}
