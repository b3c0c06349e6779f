import { Box, Button, Card, Center, Flex, Text } from '@mantine/core'
import { type Icon, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Colours of the card for the user's next election task, which stands out from all other cards in both themes. */
const strong = { bg: 'var(--mantine-color-laut-9)', c: 'white' }

/**
 * Card that names the user's next task in an election and has the one button for it. Cards with `isQuiet` are smaller and
 * stand out less, for tasks that can wait until another one is done.
 */
export function ElectionStepCard({
  icon: StepIcon,
  title,
  help,
  button,
  isPending = false,
  isQuiet = false,
  isButtonBelow = false,
  note,
  children,
  onClick,
}: {
  icon: Icon
  title: string
  help?: ReactNode
  button: string
  isPending?: boolean
  isQuiet?: boolean
  /** Whether the button stands below the text at all widths, because it confirms the content above it. */
  isButtonBelow?: boolean
  /** Text below the card title, such as a warning. `isQuiet` hides the help text, but not this text. */
  note?: string
  /** Content between the text and the button of the election card, such as a code to compare or an error. */
  children?: ReactNode
  onClick: () => void
}) {
  return (
    <Card component="section" aria-label={title} {...(isQuiet ? {} : strong)}>
      <Flex gap={16}>
        <Center
          w={48}
          h={48}
          bdrs={24}
          flex="none"
          visibleFrom="xs"
          bg={isQuiet ? 'var(--tint)' : 'var(--white-16)'}
        >
          <StepIcon size={26} stroke={1.7} aria-hidden />
        </Center>
        <Flex flex={1} miw={0} gap={16} align="center" wrap="wrap">
          <Box flex={isButtonBelow ? '1 1 100%' : isQuiet ? '1 1 360px' : '1 1 260px'} miw={0}>
            <Text fw={700} fz={isQuiet ? undefined : 19} lh={1.3}>
              {title}
            </Text>
            {help && !isQuiet && (
              <Text mt={4} size="sm">
                {help}
              </Text>
            )}
            {children}
            {note && (
              <Flex gap={8} mt={8} fz="sm" c={isQuiet ? 'dimmed' : undefined}>
                {!isQuiet && (
                  <IconAlertTriangle size={18} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
                )}
                {note}
              </Flex>
            )}
          </Box>
          <Button
            size="md"
            flex={{ base: '1 1 100%', sm: 'none' }}
            variant={isQuiet ? 'light' : 'white'}
            loading={isPending}
            onClick={onClick}
          >
            {button}
          </Button>
        </Flex>
      </Flex>
    </Card>
  )
}

/** Card that says what must happen next in an election, for a user who has no task at present. */
export function WaitingForNextElectionStepCard({
  icon: WaitIcon,
  title,
  help,
  children,
}: {
  icon: Icon
  title: string
  help?: string
  children?: ReactNode
}) {
  return (
    <Card role="status" bg="var(--good)" c="var(--good-text)" py={16}>
      <Flex gap={14} align="flex-start">
        <WaitIcon size={26} stroke={1.7} aria-hidden />
        <Box flex={1} miw={0}>
          <Text fw={700}>{title}</Text>
          {help && <Text size="sm">{help}</Text>}
          {children}
        </Box>
      </Flex>
    </Card>
  )
}
