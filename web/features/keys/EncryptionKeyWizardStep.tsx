import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Keys.module.css'

/**
 * Step of a task with encryption keys. Later steps focus their heading, because the button that had the focus is
 * gone.
 */
export function EncryptionKeyWizardStep({
  title,
  progress,
  isFirst = false,
  children,
}: {
  title: string
  progress?: string
  isFirst?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
  }, [isFirst])
  return (
    <Stack w="100%" maw={560}>
      <div>
        {progress && (
          <Text size="xs" c="dimmed" fw={600}>
            {progress}
          </Text>
        )}
        <Title order={3} size="h4" textWrap="balance" ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
        </Title>
      </div>
      {children}
    </Stack>
  )
}
