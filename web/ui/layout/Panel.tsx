import { Box, Card, Flex, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'

/** Panel: a section of a screen with a title, an optional link to the full list, and content. */
export function Panel({
  title,
  subtitle,
  action,
  className,
  mb,
  isFoldable = false,
  isOpen = false,
  children,
}: {
  title: string
  subtitle?: string
  action?: ReactNode
  className?: string
  /** Margin below the panel, as a Mantine spacing or in pixels. */
  mb?: number
  /** Whether phones show only the title until the user opens the panel, for content that few users need. */
  isFoldable?: boolean
  /** Whether a foldable panel is open from the start, or has to open because its content has become important. */
  isOpen?: boolean
  children: ReactNode
}) {
  const id = useId()
  const isFolding = useIsPhone() && isFoldable
  const [isExpanded, setIsExpanded] = useState(isOpen)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setIsExpanded(true)
  }
  return (
    <Card component="section" aria-labelledby={id} className={className} mb={mb}>
      <Flex gap={12} align="baseline" justify="space-between">
        <Box flex={isFolding ? 1 : undefined}>
          <Title order={2} size="h4" id={id}>
            {isFolding ? (
              <UnstyledButton
                w="100%"
                mih={44}
                fz="inherit"
                fw="inherit"
                aria-expanded={isExpanded}
                onClick={() => setIsExpanded(!isExpanded)}
              >
                <Flex component="span" gap={12} align="center" justify="space-between">
                  {title}
                  <IconChevronDown
                    size={20}
                    style={{ flexShrink: 0, rotate: isExpanded ? '180deg' : undefined }}
                    aria-hidden
                  />
                </Flex>
              </UnstyledButton>
            ) : (
              title
            )}
          </Title>
          {subtitle && (
            <Text size="sm" c="dimmed">
              {subtitle}
            </Text>
          )}
        </Box>
        {!isFolding && action}
      </Flex>
      {/* The content stays mounted when a phone is turned or the panel is folded, so that typed text is kept. */}
      <Box pt={16} hidden={isFolding && !isExpanded}>
        {children}
      </Box>
    </Card>
  )
}
