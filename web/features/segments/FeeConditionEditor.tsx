import { NativeSelect } from '@mantine/core'
import { feeConditionStates } from '#shared/contracts/fees/charge-states.ts'
import type { ConditionOf } from '#shared/contracts/segments/conditions.schemas.ts'
import { segmentText as text } from '#texts/segments.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import type { ConditionChoices } from './condition-kinds.ts'

/** Fields of a segment condition on fees: the state of payment, and which fee (or any fee). */
export function FeeConditionEditor({
  condition,
  choices: { fees },
  onChange,
}: {
  condition: ConditionOf<'fee'>
  choices: ConditionChoices
  onChange: (condition: ConditionOf<'fee'>) => void
}) {
  const { state, planId } = condition
  const isListed = planId === null || fees.some(({ value }) => value === String(planId))
  const changeState = (value: string) => {
    const next = findAllowedValue(feeConditionStates, value) ?? 'owes'
    // The payment state "paid" requires a particular fee, so the first fee is selected if none was.
    const plan = next === 'paid' && planId === null ? Number(fees[0]?.value) || null : planId
    onChange({ ...condition, state: next, planId: plan })
  }
  return (
    <>
      <NativeSelect
        aria-label={text.comparison}
        data={feeConditionStates.map(value => ({ value, label: text.feeStates[value] }))}
        value={state}
        onChange={event => changeState(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={text.kinds.fee}
        data={[
          ...(state === 'paid' ? [] : [{ value: '', label: text.anyFee }]),
          ...(isListed ? [] : [{ value: String(planId), label: `#${planId}` }]),
          ...fees,
        ]}
        value={String(planId ?? '')}
        onChange={event => onChange({ ...condition, planId: Number(event.currentTarget.value) || null })}
      />
    </>
  )
}
