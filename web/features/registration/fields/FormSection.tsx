import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Fields.module.css'

/** Titled section of a long form. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
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

/** Props of a group of form fields: initial values and validation errors by field name. */
export interface FieldProps {
  initial: Record<string, string>
  errors: Record<string, string>
}
