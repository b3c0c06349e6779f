import { NativeSelect, TextInput } from '@mantine/core'
import { educationLevels } from '#shared/constants.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { registrationText as text } from '#texts/registration.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import type { FieldProps } from './FormSection.tsx'

const getEmptyChoice = () => ({ value: '', label: text.choose })
const listEducationLevels = () => [
  getEmptyChoice(),
  ...educationLevels.map(value => ({ value, label: educationLevelLabels[value] })),
]

/** Lists ten selectable years of study from `first`, and the saved year if it lies outside that range. */
function listGraduationYears(first: number, saved = '') {
  const years = Array.from({ length: 10 }, (_, index) => String(first + index))
  return [getEmptyChoice(), ...(saved && !years.includes(saved) ? [saved] : []), ...years]
}

export function StudyDetailsFormFields({ initial, errors }: FieldProps) {
  const thisYear = new Date().getFullYear()
  return (
    <>
      <TextInput
        name="institution"
        label={labels.institution}
        maxLength={200}
        autoComplete="organization"
        defaultValue={initial.institution}
        error={errors.institution}
      />
      <TextInput
        name="course"
        label={labels.course}
        maxLength={200}
        defaultValue={initial.course}
        error={errors.course}
      />
      <NativeSelect
        name="educationLevel"
        label={labels.educationLevel}
        data={listEducationLevels()}
        defaultValue={initial.educationLevel}
        error={errors.educationLevel}
      />
      <Columns template="1fr 1fr" gap={12} align="start">
        <NativeSelect
          name="startYear"
          label={labels.startYear}
          data={listGraduationYears(thisYear - 9, initial.startYear)}
          defaultValue={initial.startYear}
          error={errors.startYear}
        />
        <NativeSelect
          name="endYear"
          label={labels.endYear}
          data={listGraduationYears(thisYear, initial.endYear)}
          defaultValue={initial.endYear}
          error={errors.endYear}
        />
      </Columns>
    </>
  )
}
