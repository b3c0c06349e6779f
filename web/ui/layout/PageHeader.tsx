import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Introduction to a page's content, with the page's actions. The page's own title is in the shell's header, so `title`
 * is only for content that has another name.
 */
export function PageHeader({
  title,
  subtitle,
  actions,
}: {
  title?: string
  subtitle?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Group justify="space-between" align="center" gap="sm" mb={title ? 'lg' : 'md'}>
      <Box flex="1 1 280px" maw={760}>
        {title && <Title order={2}>{title}</Title>}
        {subtitle && (
          <Text c="dimmed" style={{ textWrap: 'balance' }}>
            {subtitle}
          </Text>
        )}
      </Box>
      {actions && (
        <Group gap="xs" w={{ base: '100%', sm: 'auto' }} className="actions">
          {actions}
        </Group>
      )}
    </Group>
  )
}
