import { useState } from 'react'

/** The rows that are ticked. Only those still there to be seen: somebody else may have decided meanwhile. */
export function useChosen(rows: { id: number }[]) {
  const [ticked, setChosen] = useState<number[]>([])
  const chosen = rows.flatMap(({ id }) => (ticked.includes(id) ? [id] : []))
  return { chosen, setChosen }
}
