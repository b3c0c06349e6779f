import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePlaced } from './Late.tsx'

/** A pointer that only passes by wants to know nothing; one that comes right from another hint does. */
const patience = 700
const skipDelay = 300
let hiddenAt = Number.NEGATIVE_INFINITY

/**
 * Says in words what a button with an icon alone is for, to a mouse that rests on it and to the keyboard. What shows it is
 * made when it is wanted: a list has one in every row, and a phone never shows any.
 */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  // A hint that does not load is no failure to report: the button has the same label.
  const { part: placed, preload } = usePlaced(false, () => {})
  const [target, setTarget] = useState<HTMLElement>()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(waiting.current)
    if (target) hiddenAt = performance.now()
    setTarget(undefined)
  }
  useEffect(() => () => clearTimeout(waiting.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the button within
    <span
      style={{ display: 'contents' }}
      onMouseEnter={({ currentTarget }) => {
        preload()
        const button = currentTarget.firstElementChild as HTMLElement
        const isNext = performance.now() - hiddenAt < skipDelay
        waiting.current = setTimeout(() => setTarget(button), isNext ? 0 : patience)
      }}
      onMouseLeave={hide}
      onFocus={({ target: button }) => {
        if (!button.matches(':focus-visible')) return
        preload()
        setTarget(button as HTMLElement)
      }}
      onBlur={hide}
      onClick={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {target && placed && <placed.Tooltip target={target} opened label={label} />}
    </span>
  )
}
