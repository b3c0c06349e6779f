import { Alert, Button, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  chargePlanMembersBody,
  type FeePlanDetail,
  type FeePreview,
} from '#shared/contracts/fees/fee-plans.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatMoney } from '#shared/money/money.ts'
import { planText, raiseText as text } from '#texts/fees.ts'
import { useChargeMembersOfFeePlan, useFeePreview } from '#web/features/fees/fees.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'

const namesShown = 12

/** Preview of the members who will owe a fee, and of their amounts. Nothing has been charged yet. */
function ChargePreview({ preview, currency }: { preview: FeePreview; currency: Currency }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  const named = preview.people.slice(0, namesShown)
  return (
    <Stack gap="md">
      <Alert color={preview.count > 0 ? 'laut' : 'gray'} role="status">
        {preview.count === 0 ? (
          text.none
        ) : (
          <>
            <Text fw={700}>{text.count({ count: preview.count, total: formatAmount(preview.total) })}</Text>
            <ul>
              {preview.groups.map(group => (
                <li key={group.reason ?? ''}>
                  {group.reason ?? text.full}:{' '}
                  {text.group({ count: group.count, amount: formatAmount(group.amount) })}
                </li>
              ))}
            </ul>
          </>
        )}
        {preview.chargedBefore > 0 && <Text fz={14}>{text.before({ count: preview.chargedBefore })}</Text>}
      </Alert>
      {named.length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            {text.people}
          </Text>
          <ul>
            {named.map(({ userId, fullName }) => (
              <Text component="li" size="sm" py={2} key={userId}>
                {fullName}
              </Text>
            ))}
          </ul>
          {preview.count > named.length && (
            <Text size="sm" c="dimmed">
              {text.more({ count: preview.count - named.length })}
            </Text>
          )}
        </div>
      )}
      <Text size="sm" fw={600}>
        {text.nothingYet}
      </Text>
    </Stack>
  )
}

/** Dialog that previews which members will owe a fee for a period, and then charges these members. */
export function ChargePlanMembersDialog({ plan, onClose }: { plan: FeePlanDetail; onClose: () => void }) {
  const raising = useChargeMembersOfFeePlan(plan.id)
  const [year, setYear] = useState(String(new Date().getFullYear()))
  const [semester, setSemester] = useState('1')
  const [dueOn, setDueOn] = useState(plan.earliestDueOn)
  const period = plan.period === 'once' ? 'once' : plan.period === 'year' ? year : `${year}-${semester}`
  const preview = useFeePreview(
    plan.id,
    /^20\d\d(-[12])?$|^once$/.test(period) ? period : `${new Date().getFullYear()}`,
  )
  const { form, errors, submit } = useValidatedForm({
    schema: chargePlanMembersBody,
    sending: raising,
    read: () => ({ values: { period, dueOn } }),
    onSuccess: () => onClose(),
  })
  const count = preview.data?.count ?? 0
  return (
    <FormDialog
      size="lg"
      title={`${text.title}: ${plan.name}`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {planText.cancel}
          </Button>
          <Button type="submit" disabled={raising.isPending || count === 0}>
            {text.submit({ count })}
          </Button>
        </>
      }
    >
      {plan.period !== 'once' && (
        <TextInput
          label={text.year}
          inputMode="numeric"
          maxLength={4}
          value={year}
          error={errors.period}
          onChange={event => setYear(event.currentTarget.value)}
        />
      )}
      {plan.period === 'semester' && (
        <NativeSelect
          label={text.semester}
          data={['1', '2']}
          value={semester}
          onChange={event => setSemester(event.currentTarget.value)}
        />
      )}
      <LazyDayInput isRequired label={text.dueOn} day={dueOn} error={errors.dueOn} onChange={setDueOn} />
      {preview.data ? (
        <ChargePreview preview={preview.data} currency={plan.currency} />
      ) : (
        <Skeleton height={140} radius={8} />
      )}
    </FormDialog>
  )
}
