import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { maxRepetitions } from '#shared/contracts/activities/activities.schemas.ts'
import { seriesText as text } from '#texts/activities.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'

/** Fields for how often and at which interval a new activity repeats. */
export function ActivityRepetitionFields({ errors }: { errors: FieldErrors }) {
  const [every, setEvery] = useState('')
  return (
    <>
      <NativeSelect
        name="every"
        label={text.repeat}
        data={text.kinds}
        value={every}
        onChange={event => setEvery(event.currentTarget.value)}
      />
      {every && (
        <TextInput
          name="repeat.times"
          label={text.times}
          description={text.timesHelp({ most: maxRepetitions })}
          inputMode="numeric"
          defaultValue="4"
          error={errors['repeat.times']}
        />
      )}
    </>
  )
}

/** Radio buttons that apply a change to one activity only or also to the later activities of its series. */
export function ApplyToSeriesField() {
  return <NativeSelect name="scope" label={text.scope} data={text.scopes} />
}
