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
import { reportCodeLoadFailure, useLazilyLoadedCode } from '#web/lib/query/use-lazily-loaded-code.ts'

type Floating = typeof import('./floating-components.ts')

export const useFloatingComponents = (isNeeded: boolean, onFailed: () => void) =>
  useLazilyLoadedCode(() => import('./floating-components.ts'), isNeeded, onFailed)

type Button = ReactElement<ComponentProps<'button'>>

/** Renders only the button of a menu or popover. The first click loads and opens the menu or popover. */
function LazyOverlayTarget({
  button,
  kind,
  children,
}: {
  button: Button
  kind: 'menu' | 'dialog'
  children: (
    floating: Floating,
    opening: { opened: boolean; onChange: (isOpen: boolean) => void },
    button: Button,
  ) => ReactNode
}) {
  const [isRequested, setRequested] = useState(false)
  const { part: floating, preload } = useFloatingComponents(isRequested, () => {
    setRequested(false)
    void reportCodeLoadFailure()
  })
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const isReady = isRequested && floating !== undefined
  // The button is focused before its menu opens, so that closing the menu returns the focus to the button.
  useEffect(() => {
    if (!isReady) return
    target.current?.focus()
    setOpen(true)
  }, [isReady])
  if (isReady)
    return children(floating, { opened: isOpen, onChange: setOpen }, cloneElement(button, { ref: target }))
  return cloneElement(button, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    'aria-busy': isRequested || undefined,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setRequested(true),
  })
}

/** Menu whose code is loaded when it is first opened, because most visits open no menu. */
export function LazyMenu({
  button,
  children,
  ...props
}: Omit<MenuProps, 'children'> & { button: Button; children: (menu: Floating['Menu']) => ReactNode }) {
  return (
    <LazyOverlayTarget button={button} kind="menu">
      {({ Menu }, opening, target) => (
        <Menu position="bottom-end" transitionProps={{ duration: 150 }} {...props} {...opening}>
          <Menu.Target>{target}</Menu.Target>
          <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
        </Menu>
      )}
    </LazyOverlayTarget>
  )
}

/** Popover whose code is loaded when it is first opened. */
export function LazyPopover({
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
    <LazyOverlayTarget button={button} kind="dialog">
      {({ Popover }, opening, target) => (
        <Popover
          position="bottom-end"
          trapFocus
          shadow="md"
          transitionProps={{ duration: 150 }}
          middlewares={{ flip: true, shift: { padding: 8 } }}
          {...props}
          {...opening}
        >
          {/* A controlled Popover does not open or close by itself when its target is clicked. */}
          <Popover.Target>
            {cloneElement(target, { onClick: () => opening.onChange(!opening.opened) })}
          </Popover.Target>
          <Popover.Dropdown aria-label={label} p={padding}>
            {children(() => opening.onChange(false))}
          </Popover.Dropdown>
        </Popover>
      )}
    </LazyOverlayTarget>
  )
}
