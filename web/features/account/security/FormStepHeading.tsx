import { Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './TwoFactor.module.css'

/** Heading of a form step. The heading takes the focus, because the focused button of the previous step is gone. */
export function FormStepHeading({ title, progress }: { title: string; progress?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
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
  )
}
