import { Stack, type StackProps } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Content of a popover that may be higher than the window. Scrolling the page closes the popover, so content that does
 * not fit scrolls inside the popover, and the browser scrolls to the control that the Tab key focuses.
 */
export function ScrollablePopoverContent({ children, ...props }: StackProps & { children: ReactNode }) {
  return (
    <Stack mah="max(55dvh, calc(100dvh - 300px))" style={{ overflowY: 'auto' }} {...props}>
      {children}
    </Stack>
  )
}
