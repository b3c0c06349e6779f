import { useState } from 'react'

/** Ids of the selected table rows. Rows that disappear from the list are deselected. */
export function useSelectedRowIds(rows: { id: number }[]) {
  const [storedIds, setSelectedIds] = useState<number[]>([])
  const selectedIds = rows.flatMap(({ id }) => (storedIds.includes(id) ? [id] : []))
  return { selectedIds, setSelectedIds }
}
