// Editors for the conditions of a segment, one per kind of condition, with select and text fields.
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  appointedOffices,
  educationLevels,
  maxAttendanceCondition,
  roles,
  userStatuses,
} from '#shared/constants.ts'
import type {
  ConditionKind,
  ConditionOf,
  SegmentCondition,
} from '#shared/contracts/segments/conditions.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { appointedOfficeLabels, educationLevelLabels, roleLabels, userStatusLabels } from '#texts/labels.ts'
import { segmentText as text } from '#texts/segments.ts'
import type { ConditionChoices } from './condition-kinds.ts'
import { FeeConditionEditor } from './FeeConditionEditor.tsx'
import { CustomFieldSegmentConditionEditor, RollCallConditionEditor } from './RecordConditionEditors.tsx'
import type { Choice } from './segments.api.ts'

interface EditorProps<Kind extends ConditionKind> {
  condition: ConditionOf<Kind>
  choices: ConditionChoices
  onChange: (condition: ConditionOf<Kind>) => void
}

const toChoices = <Value extends string>(values: readonly Value[], labels: Record<Value, string>): Choice[] =>
  values.map(value => ({ value, label: labels[value] }))

function ValuesField({
  label,
  data,
  values,
  onChange,
}: {
  label: string
  data: Choice[]
  values: string[]
  onChange: (values: string[]) => void
}) {
  return (
    <MultiSelect
      aria-label={label}
      placeholder={values.length > 0 ? undefined : text.choose}
      data={data}
      value={values}
      searchable
      limit={80}
      onChange={onChange}
    />
  )
}

function NumberField({
  label,
  values,
  value,
  onChange,
}: {
  label: string
  values: number[]
  value: number
  onChange: (value: number) => void
}) {
  const listed = values.includes(value) ? values : [value, ...values]
  return (
    <NativeSelect
      aria-label={label}
      data={listed.map(String)}
      value={String(value)}
      onChange={event => onChange(Number(event.currentTarget.value))}
    />
  )
}

const monthChoices = [1, 2, 3, 6, 9, 12, 18, 24, 36, 48, 60]

function MonthsField({ months, onChange }: { months: number; onChange: (months: number) => void }) {
  return (
    <NativeSelect
      aria-label={text.period}
      data={monthChoices.map(value => ({ value: String(value), label: text.months({ count: value }) }))}
      value={String(months)}
      onChange={event => onChange(Number(event.currentTarget.value))}
    />
  )
}

/** Select between a statement and its negation in a segment condition, such as "is" and "is not". */
function NotField({
  label,
  is,
  isNotLabel,
  isNot,
  onChange,
}: {
  label: string
  is: string
  isNotLabel: string
  isNot: boolean
  onChange: (isNot: boolean) => void
}) {
  return (
    <NativeSelect
      aria-label={label}
      data={[
        { value: 'is', label: is },
        { value: 'not', label: isNotLabel },
      ]}
      value={isNot ? 'not' : 'is'}
      onChange={event => onChange(event.currentTarget.value === 'not')}
    />
  )
}

const thisYear = new Date().getFullYear()
const years = Array.from({ length: 40 }, (_, index) => thisYear + 7 - index)

function YearsFields({
  condition,
  onChange,
}: {
  condition: { from: number; to: number }
  onChange: (years: { from: number; to: number }) => void
}) {
  return (
    <>
      <NumberField
        label={text.from}
        values={years}
        value={condition.from}
        onChange={from => onChange({ from, to: Math.max(from, condition.to) })}
      />
      <NumberField
        label={text.to}
        values={years}
        value={condition.to}
        onChange={to => onChange({ to, from: Math.min(to, condition.from) })}
      />
    </>
  )
}

function AttendanceEditor({ condition, onChange }: EditorProps<'attendance'>) {
  return (
    <>
      <NotField
        label={text.comparison}
        is={text.atLeast}
        isNotLabel={text.fewerThan}
        isNot={condition.isNot}
        onChange={isNot => onChange({ ...condition, isNot })}
      />
      <NumberField
        label={text.times}
        values={Array.from({ length: maxAttendanceCondition }, (_, index) => index + 1)}
        value={condition.atLeast}
        onChange={atLeast => onChange({ ...condition, atLeast })}
      />
      <MonthsField months={condition.months} onChange={months => onChange({ ...condition, months })} />
    </>
  )
}

function ActivityEditor({ condition, choices, onChange }: EditorProps<'activity'>) {
  const { activityId, participation } = condition
  const isListed = choices.activities.some(({ value }) => value === String(activityId))
  const listed = isListed
    ? choices.activities
    : [{ value: String(activityId), label: `#${activityId}` }, ...choices.activities]
  return (
    <>
      <NativeSelect
        aria-label={text.participation}
        data={[
          { value: 'attended', label: text.attended },
          { value: 'joined', label: text.joined },
        ]}
        value={participation}
        onChange={event =>
          onChange({
            ...condition,
            participation: event.currentTarget.value === 'joined' ? 'joined' : 'attended',
          })
        }
      />
      <NativeSelect
        aria-label={text.kinds.activity}
        data={listed}
        value={String(activityId)}
        onChange={event => onChange({ ...condition, activityId: Number(event.currentTarget.value) })}
      />
    </>
  )
}

function PeriodFields({
  condition: { months, isNot },
  onChange,
}: {
  condition: { months: number; isNot: boolean }
  onChange: (period: { months?: number; isNot?: boolean }) => void
}) {
  return (
    <>
      <NotField
        label={text.comparison}
        is={text.within}
        isNotLabel={text.notWithin}
        isNot={isNot}
        onChange={next => onChange({ isNot: next })}
      />
      <MonthsField months={months} onChange={next => onChange({ months: next })} />
    </>
  )
}

function TagEditor({ condition, choices, onChange }: EditorProps<'tag'>) {
  return (
    <>
      <NotField
        label={text.comparison}
        is={text.has}
        isNotLabel={text.hasNot}
        isNot={condition.isNot}
        onChange={isNot => onChange({ ...condition, isNot })}
      />
      <NativeSelect
        aria-label={text.kinds.tag}
        data={choices.tags}
        value={String(condition.tagId)}
        onChange={event => onChange({ ...condition, tagId: Number(event.currentTarget.value) })}
      />
    </>
  )
}

/** Builds an editor for a segment condition with which the user selects values from a fixed list. */
function buildValuesEditor<Kind extends 'status' | 'role' | 'country' | 'educationLevel' | 'office'>(
  kind: Kind,
  getData: () => Choice[],
) {
  return ({ condition, onChange }: EditorProps<Kind>) => (
    <ValuesField
      label={text.kinds[kind]}
      data={getData()}
      values={(condition as { values: string[] }).values}
      onChange={values => onChange({ ...condition, values } as ConditionOf<Kind>)}
    />
  )
}

const editors: { [Kind in ConditionKind]: (props: EditorProps<Kind>) => ReactNode } = {
  status: buildValuesEditor('status', () => toChoices(userStatuses, userStatusLabels)),
  role: buildValuesEditor('role', () => toChoices(roles, roleLabels)),
  country: buildValuesEditor('country', () =>
    countries.map(value => ({ value, label: getCountryName(value) })),
  ),
  educationLevel: buildValuesEditor('educationLevel', () => toChoices(educationLevels, educationLevelLabels)),
  office: buildValuesEditor('office', () => toChoices(appointedOffices, appointedOfficeLabels)),
  club: ({ condition, choices, onChange }) => (
    <ValuesField
      label={text.kinds.club}
      data={choices.clubs}
      values={condition.ids.map(String)}
      onChange={ids => onChange({ ...condition, ids: ids.map(Number) })}
    />
  ),
  institution: ({ condition, onChange }) => (
    <TextInput
      aria-label={text.kinds.institution}
      maxLength={200}
      value={condition.text}
      onChange={event => onChange({ ...condition, text: event.currentTarget.value })}
    />
  ),
  startYear: ({ condition, onChange }) => (
    <YearsFields condition={condition} onChange={years => onChange({ ...condition, ...years })} />
  ),
  endYear: ({ condition, onChange }) => (
    <YearsFields condition={condition} onChange={years => onChange({ ...condition, ...years })} />
  ),
  registered: ({ condition, onChange }) => (
    <PeriodFields condition={condition} onChange={period => onChange({ ...condition, ...period })} />
  ),
  lastSeen: ({ condition, onChange }) => (
    <PeriodFields condition={condition} onChange={period => onChange({ ...condition, ...period })} />
  ),
  attendance: AttendanceEditor,
  activity: ActivityEditor,
  tag: TagEditor,
  fee: FeeConditionEditor,
  field: CustomFieldSegmentConditionEditor,
  rollCall: RollCallConditionEditor,
}

/** Shows the input fields of one segment condition. */
export function SegmentConditionFields(props: {
  condition: SegmentCondition
  choices: ConditionChoices
  onChange: (condition: SegmentCondition) => void
}) {
  const Editor = editors[props.condition.kind] as (editorProps: EditorProps<ConditionKind>) => ReactNode
  return <Editor {...props} />
}
