import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Fields.module.css'

/** Part of a long form, under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} padding="lg">
      <Title order={2} size="h4" mb="md" id={id}>
        {title}
      </Title>
      <div className={styles.grid}>{children}</div>
    </Card>
  )
}

/** What a group of fields is given: how it begins and what is wrong with it. */
export interface FieldProps {
  initial: Record<string, string>
  errors: Record<string, string>
}
