import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DayInputProps } from './DayInput.tsx'

const DayInput = lazy(async () => ({ default: (await import('./DayInput.tsx')).DayInput }))

/** Of a filter: the calendar behind it comes when somebody sees the field; until then it stands in its place. */
export function DayField(props: DayInputProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} disabled />}>
      <DayInput {...props} />
    </Suspense>
  )
}
