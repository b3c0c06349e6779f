import { Center } from '@mantine/core'
import type { ReactNode } from 'react'
import { getToneProps, type Tone } from '#web/ui/feedback/tones.ts'

/** Icon on a tinted tile at the start of a dashboard row, as wide as the avatars of conversations. */
export function ListRowIcon({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Center component="span" flex="none" w={42} h={42} bdrs={12} {...getToneProps(tone)}>
      {children}
    </Center>
  )
}
