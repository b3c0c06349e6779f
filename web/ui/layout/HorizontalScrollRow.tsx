import { Box, type BoxProps } from '@mantine/core'
import { type AriaRole, type ReactNode, useEffect, useRef } from 'react'
import { scrollElementToMiddleOfRow, useScrollFade } from './use-scroll-fade.ts'

/**
 * Row that scrolls horizontally and fades out where content is hidden. Its pressed button stays in view. A class can
 * make the row wrap instead.
 */
export function HorizontalScrollRow({
  className,
  ...props
}: BoxProps & { role?: AriaRole; 'aria-label'?: string; tabIndex?: number; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useScrollFade(row)
  const shown = useRef<HTMLElement>(null)
  // After each render, the row scrolls to its pressed button if that button was not pressed before.
  useEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed=true]') ?? null
    if (row.current && pressed && pressed !== shown.current) scrollElementToMiddleOfRow(row.current, pressed)
    shown.current = pressed
  })
  return <Box ref={row} className={className ? `fading ${className}` : 'fading'} {...props} />
}
