import { type RefObject, useState } from 'react'

/** The one before or after, and round the ends. */
function neighbour(options: HTMLElement[], activeId: string | undefined, step: 1 | -1) {
  const at = options.findIndex(({ id }) => id === activeId)
  if (at < 0) return options.at(step === 1 ? 0 : -1)
  return options[(at + step + options.length) % options.length]
}

/**
 * Which of the results is meant while the focus stays in the field. By id, because they come in parts and move; the
 * library's Combobox goes by their number, knows no links, and would weigh on the first load of every screen.
 */
export function useActiveOption(panel: RefObject<HTMLElement | null>) {
  const [activeId, setActiveId] = useState<string>()
  const find = () => {
    const list = panel.current?.querySelector('[role=listbox]')
    const options = Array.from(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])
    return { options, isBusy: list?.ariaBusy !== 'false' }
  }
  return {
    activeId,
    reset: () => setActiveId(undefined),
    move: (step: 1 | -1) => {
      const next = neighbour(find().options, activeId, step)
      next?.scrollIntoView({ block: 'nearest' })
      setActiveId(next?.id)
    },
    /** Without a choice the first, once all of them answer what was typed. */
    choose: (isAnswered: boolean) => {
      const { options, isBusy } = find()
      const first = isAnswered && !isBusy ? options[0] : undefined
      const chosen = options.find(({ id }) => id === activeId) ?? first
      chosen?.click()
    },
  }
}
