import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Keys.module.css'

/** Step of an encryption key task. Later steps focus their heading, because the previously focused button is gone. */
export function EncryptionKeyTaskStep({
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
        <Title order={3} size="h4" ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
        </Title>
      </div>
      {children}
    </Stack>
  )
}
