import { Box, type BoxProps } from '@mantine/core'
import { type AriaRole, type ReactNode, useRef } from 'react'
import { useScrollFade } from './use-scroll-fade.ts'

/** Row that scrolls horizontally and fades out where content is hidden. A class can make it wrap instead. */
export function ScrollRow({
  className,
  ...props
}: BoxProps & { role?: AriaRole; 'aria-label'?: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useScrollFade(row)
  return <Box ref={row} className={className ? `fading ${className}` : 'fading'} {...props} />
}
