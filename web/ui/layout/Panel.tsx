import { Box, Card, Flex, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'

/** Section of a screen with a title, an optional link to the full list, and content. */
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
  /** Whether a phone shows only the title until the user opens the panel, for content that few users need. */
  isFoldable?: boolean
  /** Whether a foldable panel is open from the start, or opens because its content has become important. */
  isOpen?: boolean
  children: ReactNode
}) {
  const id = useId()
  const isFolded = useIsPhone() && isFoldable
  const heading = (
    <div>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {subtitle && (
        <Text size="sm" c="dimmed">
          {subtitle}
        </Text>
      )}
    </div>
  )
  return (
    <Card component="section" aria-labelledby={id} className={className} mb={mb}>
      {isFolded ? (
        <details open={isOpen}>
          <Flex component="summary" gap={12} mih={40} align="center" justify="space-between">
            {heading}
            <IconChevronDown size={20} aria-hidden />
          </Flex>
          <Box pt={16}>{children}</Box>
        </details>
      ) : (
        <>
          <Flex gap={12} align="baseline" justify="space-between" mb={16}>
            {heading}
            {action}
          </Flex>
          {children}
        </>
      )}
    </Card>
  )
}
