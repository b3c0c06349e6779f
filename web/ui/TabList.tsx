import '@mantine/core/styles/Tabs.css'
import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Tabs in one line, which a phone pushes along: the one that is open is in sight. */
export function TabList({ open, ...props }: TabsListProps & { open: string }) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when another one is open
  useEffect(() => {
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
      // By hand: the browser's own way would scroll the page as well.
      if (list.current && tab)
        list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [open])
  return <Tabs.List ref={list} {...props} />
}
