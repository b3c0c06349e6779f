import '@mantine/core/styles/Tabs.css'
import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { scrollToMiddleOfRow, useScrollFade } from './use-scroll-fade.ts'

/** Row of tabs that scrolls horizontally on phones. The open tab stays in view, and edges with hidden tabs fade out. */
export function TabList({ open, className, ...props }: TabsListProps & { open: string }) {
  const list = useRef<HTMLDivElement>(null)
  useScrollFade(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when another tab is opened
  useEffect(() => {
    // The position of the open tab is measured in the next frame, to avoid a forced layout.
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
      if (list.current && tab) scrollToMiddleOfRow(list.current, tab)
    })
    return () => cancelAnimationFrame(frame)
  }, [open])
  return <Tabs.List ref={list} className={className ? `fading ${className}` : 'fading'} {...props} />
}
