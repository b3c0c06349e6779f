import { useState } from 'react'

/** A part of the program, fetched when it is about to be needed; over a bad network again at the next try. */
export function usePart<Part>(fetchPart: () => Promise<Part>): { part?: Part; load: () => void } {
  const [part, setPart] = useState<Part>()
  const load = () => {
    if (part) return
    fetchPart()
      .then(fetched => setPart(() => fetched))
      .catch(() => {})
  }
  return { part, load }
}
