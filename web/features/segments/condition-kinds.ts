// Kinds of segment conditions, each with label, initial value and description. Editors are in `SegmentConditionFields.tsx`.
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  comparingOperators,
  type FieldOperator,
  operatorsOfKind,
} from '#shared/contracts/custom-fields/field-kinds.ts'
import type {
  ConditionKind,
  ConditionOf,
  SegmentCondition,
} from '#shared/contracts/segments/conditions.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { fieldFilterText, missingFieldText } from '#texts/custom-fields.ts'
import { appointedOfficeLabels, educationLevelLabels, roleLabels, userStatusLabels } from '#texts/labels.ts'
import { segmentText as text } from '#texts/segments.ts'
import { formatConditionOperatorAndValue } from '#web/lib/form/field-conditions.ts'
import { describeReferenceToUnavailableCustomField } from '#web/lib/form/missing-fields.ts'
import type { useSegmentConditionChoices } from './segments.api.ts'

export type ConditionChoices = ReturnType<typeof useSegmentConditionChoices>

interface ConditionDescription<Kind extends ConditionKind> {
  /** Initial value of a new segment condition; undefined while the available choices are loading. */
  start: (choices: ConditionChoices) => ConditionOf<Kind> | undefined
  describe: (condition: ConditionOf<Kind>, choices: ConditionChoices) => string
}

const join = (names: string[]) => names.join(', ')
const findLabel = (choices: { value: string; label: string }[], id: number) =>
  choices.find(({ value }) => value === String(id))?.label ?? `#${id}`
const thisYear = new Date().getFullYear()
const words = () => text.describe

/** Initial value of a new segment condition on a custom field. */
export function createSegmentConditionOnCustomField({ id, kind }: CustomField): ConditionOf<'field'> {
  const operator = operatorsOfKind[kind][0] as FieldOperator
  return {
    ...{ kind: 'field', fieldId: id, operator },
    ...(comparingOperators.includes(operator) && { value: '' }),
  }
}

export const conditionKinds: { [Kind in ConditionKind]: ConditionDescription<Kind> } = {
  status: {
    start: () => ({ kind: 'status', values: ['active'] }),
    describe: ({ values }) => words().status({ values: join(values.map(value => userStatusLabels[value])) }),
  },
  role: {
    start: () => ({ kind: 'role', values: ['member'] }),
    describe: ({ values }) => words().role({ values: join(values.map(value => roleLabels[value])) }),
  },
  country: {
    start: () => ({ kind: 'country', values: ['United Kingdom'] }),
    describe: ({ values }) => words().country({ values: join(values.map(value => getCountryName(value))) }),
  },
  club: {
    start: ({ clubs }) => clubs[0] && { kind: 'club', ids: [Number(clubs[0].value)] },
    describe: ({ ids }, { clubs }) => words().club({ values: join(ids.map(id => findLabel(clubs, id))) }),
  },
  institution: {
    start: () => ({ kind: 'institution', text: '' }),
    describe: condition => words().institution({ text: condition.text }),
  },
  educationLevel: {
    start: () => ({ kind: 'educationLevel', values: ['sarjana_muda'] }),
    describe: ({ values }) =>
      words().educationLevel({ values: join(values.map(value => educationLevelLabels[value])) }),
  },
  startYear: {
    start: () => ({ kind: 'startYear', from: thisYear - 1, to: thisYear }),
    describe: ({ from, to }) => words().startYear({ from: String(from), to: String(to) }),
  },
  endYear: {
    start: () => ({ kind: 'endYear', from: thisYear, to: thisYear + 1 }),
    describe: ({ from, to }) => words().endYear({ from: String(from), to: String(to) }),
  },
  registered: {
    start: () => ({ kind: 'registered', months: 3, isNot: false }),
    describe: ({ months, isNot }) => words()[isNot ? 'notRegistered' : 'registered']({ months }),
  },
  office: {
    start: () => ({ kind: 'office', values: ['treasurer'] }),
    describe: ({ values }) =>
      words().office({ values: join(values.map(value => appointedOfficeLabels[value])) }),
  },
  lastSeen: {
    start: () => ({ kind: 'lastSeen', months: 6, isNot: true }),
    describe: ({ months, isNot }) => words()[isNot ? 'notLastSeen' : 'lastSeen']({ months }),
  },
  attendance: {
    start: () => ({ kind: 'attendance', atLeast: 1, months: 6, isNot: false }),
    describe: ({ atLeast, months, isNot }) =>
      words()[isNot ? 'notAttendance' : 'attendance']({ count: atLeast, months }),
  },
  activity: {
    start: ({ activities }) =>
      activities[0] && {
        kind: 'activity',
        activityId: Number(activities[0].value),
        participation: 'attended',
      },
    describe: ({ activityId, participation }, { activities }) =>
      words()[participation]({ title: findLabel(activities, activityId) }),
  },
  tag: {
    start: ({ tags }) => tags[0] && { kind: 'tag', tagId: Number(tags[0].value), isNot: false },
    describe: ({ tagId, isNot }, { tags }) =>
      words()[isNot ? 'notTag' : 'tag']({ name: findLabel(tags, tagId) }),
  },
  fee: {
    start: ({ fees }) => (fees.length > 0 ? { kind: 'fee', state: 'owes', planId: null } : undefined),
    describe: ({ state, planId }, { fees }) =>
      text.feeStateOf[state]({ name: planId === null ? text.anyFee : findLabel(fees, planId) }),
  },
  field: {
    start: ({ fields }) => fields[0] && createSegmentConditionOnCustomField(fields[0]),
    describe: (condition, { fields, removedFields = [] }) => {
      const field = [...fields, ...removedFields].find(({ id }) => id === condition.fieldId)
      return words().field({
        name: field?.label ?? fieldFilterText.unknown,
        comparison: formatConditionOperatorAndValue(condition, field),
      })
    },
  },
  rollCall: {
    start: ({ rollCalls }) =>
      rollCalls[0] && { kind: 'rollCall', rollCallId: Number(rollCalls[0].value), participation: 'silent' },
    describe: ({ rollCallId, participation }, { rollCalls }) =>
      words()[participation]({ title: findLabel(rollCalls, rollCallId) }),
  },
}

/** Describes a segment condition in words that continue "members who". */
export function describeSegmentCondition(condition: SegmentCondition, choices: ConditionChoices): string {
  const { describe } = conditionKinds[condition.kind] as ConditionDescription<ConditionKind>
  return describe(condition, choices)
}

/** Returns the indexes of conditions that refer to custom fields or choices that no longer exist. */
export function listSegmentConditionsOnRemovedFields(
  conditions: SegmentCondition[],
  { fields, removedFields }: Pick<ConditionChoices, 'fields' | 'removedFields'>,
): { index: number; text: string }[] {
  if (!removedFields) return []
  return conditions.flatMap((condition, index) => {
    if (condition.kind !== 'field' || condition.value === '') return []
    const problem = describeReferenceToUnavailableCustomField(condition, { fields, removedFields })
    return problem ? [{ index, text: missingFieldText.ofSegment({ number: index + 1, problem }) }] : []
  })
}
