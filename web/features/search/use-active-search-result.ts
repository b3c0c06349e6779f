import { type RefObject, useState } from 'react'

/** Returns the search result after or before the active one. After the last result, the first follows. */
function findNeighbouringResult(options: HTMLElement[], activeId: string | undefined, step: 1 | -1) {
  const index = options.findIndex(({ id }) => id === activeId)
  if (index < 0) return options.at(step === 1 ? 0 : -1)
  return options[(index + step + options.length) % options.length]
}

/**
 * Tracks the active search result while the input keeps the focus.
 * Results are tracked by id, because they arrive in parts and change position.
 * Mantine's Combobox tracks options by index, does not support links, and would enlarge every first load.
 */
export function useActiveSearchResult(panel: RefObject<HTMLElement | null>) {
  const [activeId, setActiveId] = useState<string>()
  const findResultOptions = () => {
    const list = panel.current?.querySelector('[role=listbox]')
    const options = Array.from(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])
    return { options, isBusy: list?.ariaBusy !== 'false' }
  }
  return {
    activeId,
    reset: () => setActiveId(undefined),
    move: (step: 1 | -1) => {
      const next = findNeighbouringResult(findResultOptions().options, activeId, step)
      next?.scrollIntoView({ block: 'nearest' })
      setActiveId(next?.id)
    },
    /** Opens the active search result. If none is active and the results are current, opens the first one. */
    choose: (areResultsCurrent: boolean) => {
      const { options, isBusy } = findResultOptions()
      const first = areResultsCurrent && !isBusy ? options[0] : undefined
      const chosen = options.find(({ id }) => id === activeId) ?? first
      chosen?.click()
    },
  }
}
