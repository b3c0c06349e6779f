import { useState } from 'react'

/** Holds the selected row ids. Rows that are no longer listed are dropped, as another user may have decided them. */
export function useSelectedRows(rows: { id: number }[]) {
  const [storedIds, setSelectedIds] = useState<number[]>([])
  const selectedIds = rows.flatMap(({ id }) => (storedIds.includes(id) ? [id] : []))
  return { selectedIds, setSelectedIds }
}
