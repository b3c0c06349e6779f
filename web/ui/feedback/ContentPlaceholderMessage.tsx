import { Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Layout of a message that replaces content: an icon, what happened, what the user can do, and the next step. */
export function ContentPlaceholderMessage({
  icon,
  title,
  text,
  children,
  role,
}: {
  icon: ReactNode
  title: string
  text: string
  children?: ReactNode
  role?: 'alert'
}) {
  return (
    <Stack align="center" gap="sm" py={40} px="md" ta="center" c="dimmed" role={role}>
      <Center w={88} h={88} bdrs={44} bg="var(--tint)" c="var(--tint-text)">
        {icon}
      </Center>
      <div>
        <Text fw={600} fz={17} c="var(--mantine-color-text)" style={{ textWrap: 'balance' }}>
          {title}
        </Text>
        <Text maw={420} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  )
}
