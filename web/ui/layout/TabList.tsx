import '@mantine/core/styles/Tabs.css'
import { Box, Tabs, type TabsListProps } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { scrollElementToMiddleOfRow, useScrollFade } from './use-scroll-fade.ts'

const arrow = { position: 'absolute', insetBlock: 0, marginBlock: 'auto', pointerEvents: 'none' } as const

/**
 * Row of tabs that scrolls horizontally on phones. The open tab stays in view. An edge with hidden tabs fades out and has
 * an arrow.
 */
export function TabList({ open, className, ...props }: TabsListProps & { open: string }) {
  const list = useRef<HTMLDivElement>(null)
  const { isStartHidden, isEndHidden } = useScrollFade(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when another tab is opened
  useEffect(() => {
    const showOpenTab = () => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
      if (list.current && tab) scrollElementToMiddleOfRow(list.current, tab)
    }
    // The position of the open tab is measured in the next frame, to avoid a forced layout.
    const frame = requestAnimationFrame(showOpenTab)
    window.addEventListener('resize', showOpenTab)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', showOpenTab)
    }
  }, [open])
  return (
    <Box pos="relative" miw={0} maw="100%" style={{ ['--arrow-share' as string]: 0.5 }}>
      <Tabs.List ref={list} className={className ? `fading ${className}` : 'fading'} {...props} />
      {isStartHidden && <IconChevronLeft size={18} aria-hidden style={{ ...arrow, left: -4 }} />}
      {isEndHidden && <IconChevronRight size={18} aria-hidden style={{ ...arrow, right: -4 }} />}
    </Box>
  )
}
