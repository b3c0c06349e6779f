import { Card, Flex, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** Section of a screen with a title, an optional link to the full list, and content. */
export function Panel({
  title,
  subtitle,
  action,
  className,
  mb,
  children,
}: {
  title: string
  subtitle?: string
  action?: ReactNode
  className?: string
  /** Margin below the panel, as a Mantine spacing or in pixels. */
  mb?: number
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} className={className} mb={mb}>
      <Flex gap={12} align="baseline" justify="space-between" mb={16}>
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
        {action}
      </Flex>
      {children}
    </Card>
  )
}
