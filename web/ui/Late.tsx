import type { MenuProps, PopoverProps } from '@mantine/core'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { reportLoadFailure, usePart } from '#web/lib/use-part.ts'

type Placed = typeof import('./placed.ts')

export const usePlaced = (isNeeded: boolean, onFailed: () => void) =>
  usePart(() => import('./placed.ts'), isNeeded, onFailed)

type Button = ReactElement<ComponentProps<'button'>>

/** The button alone until it is first pressed; then what it opens stands around it, and is open. */
function Late({
  button,
  kind,
  children,
}: {
  button: Button
  kind: 'menu' | 'dialog'
  children: (
    placed: Placed,
    opening: { opened: boolean; onChange: (isOpen: boolean) => void },
    button: Button,
  ) => ReactNode
}) {
  const [isWanted, setWanted] = useState(false)
  const { part: placed, preload } = usePlaced(isWanted, () => {
    setWanted(false)
    void reportLoadFailure()
  })
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const isThere = isWanted && placed !== undefined
  // Opened one step later, from a button that has the focus: that is where the focus comes back to.
  useEffect(() => {
    if (!isThere) return
    target.current?.focus()
    setOpen(true)
  }, [isThere])
  if (isThere)
    return children(placed, { opened: isOpen, onChange: setOpen }, cloneElement(button, { ref: target }))
  return cloneElement(button, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    'aria-busy': isWanted || undefined,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWanted(true),
  })
}

/** A menu of a list or a header: most who open a page open none, and what places them weighs a seventh of it. */
export function LateMenu({
  button,
  children,
  ...props
}: Omit<MenuProps, 'children'> & { button: Button; children: (menu: Placed['Menu']) => ReactNode }) {
  return (
    <Late button={button} kind="menu">
      {({ Menu }, opening, target) => (
        <Menu position="bottom-end" transitionProps={{ duration: 150 }} {...props} {...opening}>
          <Menu.Target>{target}</Menu.Target>
          <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
        </Menu>
      )}
    </Late>
  )
}

/** The same for what is more than a menu. */
export function LatePopover({
  button,
  label,
  padding,
  children,
  ...props
}: Omit<PopoverProps, 'children'> & {
  button: Button
  label: string
  padding?: number
  children: (close: () => void) => ReactNode
}) {
  return (
    <Late button={button} kind="dialog">
      {({ Popover }, opening, target) => (
        <Popover
          position="bottom-end"
          trapFocus
          shadow="md"
          transitionProps={{ duration: 150 }}
          {...props}
          {...opening}
        >
          {/* Unlike a menu, it leaves that to whoever says whether it is open. */}
          <Popover.Target>
            {cloneElement(target, { onClick: () => opening.onChange(!opening.opened) })}
          </Popover.Target>
          <Popover.Dropdown aria-label={label} p={padding}>
            {children(() => opening.onChange(false))}
          </Popover.Dropdown>
        </Popover>
      )}
    </Late>
  )
}
