import { Center, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

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
    <Stack align="center" gap="md" py={40} px="md" ta="center" c="dimmed" role={role}>
      <Center w={88} h={88} bdrs={44} bg="var(--tint)" c="var(--tint-text)">
        {icon}
      </Center>
      <div>
        <Text fw={600} fz={17} c="var(--mantine-color-text)" style={{ textWrap: 'balance' }}>
          {title}
        </Text>
        {/* Each sentence starts on a line of its own unless all of them fit on one. */}
        <Text mt={4} maw={420} style={{ textWrap: 'balance' }}>
          {text.split(/(?<=[.!?]) /).map((sentence, index) => (
            <Fragment key={sentence}>
              {index > 0 && ' '}
              <Text span inherit display="inline-block">
                {sentence}
              </Text>
            </Fragment>
          ))}
        </Text>
      </div>
      {children}
    </Stack>
  )
}
