import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFloatingComponents } from '#web/ui/overlay/LazyMenu.tsx'

/** Delay in ms before a tooltip appears. There is no delay right after another tooltip. */
const showDelay = 700
const skipDelay = 300
let hiddenAt = Number.NEGATIVE_INFINITY

/**
 * Tooltip for an icon button, shown on hover and on keyboard focus.
 * Its code is loaded on first use, because lists have a tooltip in every row and phones never show any.
 */
export function ButtonTooltip({ label, children }: { label: string; children: ReactNode }) {
  // If the tooltip's code cannot be loaded, no error is shown, because the button has the same accessible label.
  const { part: floating, preload } = useFloatingComponents(false, () => {})
  const [target, setTarget] = useState<HTMLElement>()
  const showTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Shows the tooltip, unless the button's menu or panel is open, which the tooltip would cover. */
  const show = (button: Element | null) =>
    button instanceof HTMLElement && !button.matches('[aria-expanded=true]') && setTarget(button)
  const hide = () => {
    clearTimeout(showTimer.current)
    if (target) hiddenAt = performance.now()
    setTarget(undefined)
  }
  useEffect(() => () => clearTimeout(showTimer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only listens to events of the button in it
    <span
      style={{ display: 'contents' }}
      onMouseEnter={({ currentTarget }) => {
        preload()
        const isNext = performance.now() - hiddenAt < skipDelay
        showTimer.current = setTimeout(() => show(currentTarget.firstElementChild), isNext ? 0 : showDelay)
      }}
      onMouseLeave={hide}
      onFocus={({ target: button }) => {
        if (!button.matches(':focus-visible')) return
        preload()
        show(button)
      }}
      onBlur={hide}
      onClick={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {target && floating && <floating.Tooltip target={target} opened label={label} />}
    </span>
  )
}
