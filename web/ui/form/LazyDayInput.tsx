import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import type { DayInputProps } from './DayInput.tsx'

const DayInput = lazyLoadComponentAndTexts(async () => (await import('./DayInput.tsx')).DayInput)

/** Date field of a filter, whose calendar is loaded when the field is first shown. */
export function LazyDayInput(props: DayInputProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} disabled />}>
      <DayInput {...props} />
    </Suspense>
  )
}
