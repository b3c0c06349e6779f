import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

/** Section of a screen with a title, an optional link to more, and content. */
export function Panel({
  title,
  subtitle,
  action,
  className,
  children,
}: {
  title: string
  subtitle?: string
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} className={className}>
      <div className={styles.head}>
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
      </div>
      {children}
    </Card>
  )
}
