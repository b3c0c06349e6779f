import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Layout of a message in place of content: an icon, what happened, what the user can do, and the next step. */
export function StateMessage({
  icon,
  title,
  text,
  children,
  role,
}: {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
  role?: 'alert'
}) {
  return (
    <Stack align="center" gap="sm" py={40} px="md" ta="center" c="dimmed" role={role}>
      {icon}
      <div>
        <Text fw={600} c="var(--mantine-color-text)">
          {title}
        </Text>
        <Text size="sm" maw={420}>
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  )
}
