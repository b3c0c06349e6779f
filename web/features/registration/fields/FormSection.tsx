import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Section of a long form with a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} padding="lg">
      <Title order={2} size="h4" mb="md" id={id}>
        {title}
      </Title>
      <Columns template={{ sm: '1fr 1fr' }} gap="16px 20px">
        {children}
      </Columns>
    </Card>
  )
}

/** Props of a group of form fields: initial values and validation errors by field name. */
export interface FieldProps {
  initial: Record<string, string>
  errors: Record<string, string>
}
