import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { maxRepetitions } from '#shared/contracts/activities/activities.schemas.ts'
import { seriesText as text } from '#texts/activities.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'

/** Fields of a new activity for its repetition interval and count. */
export function RepeatFields({ errors }: { errors: FieldErrors }) {
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

/** Chooses whether a change applies to this occurrence only or also to the following ones of the series. */
export function SeriesScopeField() {
  return <NativeSelect name="scope" label={text.scope} data={text.scopes} />
}
