import { Button, Flex, NativeSelect, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { feePeriods } from '#shared/contracts/fees/fee-kinds.ts'
import { type FeePlanDetail, newPlanBody, planBody } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { type Currency, currencies } from '#shared/money/currencies.ts'
import { formatAmountAsDecimal, parseMoney } from '#shared/money/money.ts'
import { planText as text } from '#texts/fees.ts'
import { useCreateFeePlan, useFeePlans, useUpdateFeePlan } from '#web/features/fees/fees.api.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { FeePayerFields, readFeePayersFromForm } from './FeePayerFields.tsx'
import {
  createFeeReductionDraft,
  FeeReductionFields,
  parseFeeReductionDrafts,
} from './FeeReductionFields.tsx'
import {
  canUseMemberSegmentsForFees,
  listOrganisationsUserCollectsFeesFor,
} from './list-organisations-user-collects-fees-for.ts'
import { createReminderDraft, parseReminderDrafts, ReminderDayFields } from './ReminderDayFields.tsx'

const defaultReminderDays = [-7, 1, 14]

const wholeRow = { gridColumn: '1 / -1' }

/** Dialog that creates or changes a fee. The currency, collector and frequency of a fee cannot be changed. */
export function FeePlanDialog({
  user,
  plan,
  onClose,
}: {
  user: CurrentUser
  plan?: FeePlanDetail
  onClose: () => void
}) {
  const navigate = useNavigate()
  const creating = useCreateFeePlan()
  const updating = useUpdateFeePlan(plan?.id ?? 0)
  const sending = plan ? updating : creating
  const collectors = listOrganisationsUserCollectsFeesFor(user)
  // A new fee starts with the currency of the newest existing fee, which is the most likely currency.
  const newest = useFeePlans().data?.[0]
  const [collectorIndex, setCollectorIndex] = useState(0)
  const [currency, setCurrency] = useState<Currency>(plan?.currency ?? newest?.currency ?? 'MYR')
  const [drafts, setDrafts] = useState(() =>
    (plan?.reductions ?? []).map(reduction => createFeeReductionDraft(currency, reduction)),
  )
  const [reminders, setReminders] = useState(() =>
    (plan?.reminderDays ?? defaultReminderDays).map(createReminderDraft),
  )
  const { form, errors, submit } = useValidatedForm({
    schema: plan ? planBody : newPlanBody,
    sending: sending as typeof creating,
    read: element => {
      const { name, amount = '', graceDays, period } = readFormValues(element)
      const place = collectors[collectorIndex]?.place
      const changeable = {
        name,
        amount: parseMoney(amount, currency) ?? 0,
        graceDays: Number(graceDays),
        reminderDays: parseReminderDrafts(reminders),
        audience: readFeePayersFromForm(element, plan?.audience),
        reductions: parseFeeReductionDrafts(drafts, currency),
      }
      return { values: plan ? changeable : { ...changeable, ...place, currency, period } }
    },
    onSuccess: created => {
      onClose()
      if (!plan) void navigate({ to: '/fees/plans/$id', params: { id: String(created.id) } })
    },
  })
  return (
    <FormDialog
      size="lg"
      template="repeat(2, minmax(0, 1fr))"
      title={plan ? text.editTitle : text.newTitle}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={sending.isPending}>
            {sending.isPending ? text.saving : text.save}
          </Button>
        </>
      }
    >
      {plan && (
        <Text size="sm" c="dimmed" style={wholeRow}>
          {text.note}
        </Text>
      )}
      <TextInput
        name="name"
        label={text.name}
        description={text.nameHelp}
        defaultValue={plan?.name}
        maxLength={80}
        withAsterisk
        data-autofocus
        error={errors.name}
        style={wholeRow}
      />
      <Flex gap={16} style={wholeRow}>
        <TextInput
          flex={1}
          name="amount"
          label={`${text.amount} (${currency})`}
          inputMode="decimal"
          defaultValue={plan && formatAmountAsDecimal(plan)}
          withAsterisk
          error={errors.amount}
        />
        {!plan && (
          <NativeSelect
            w={120}
            label={text.currency}
            data={[...currencies]}
            value={currency}
            onChange={event => setCurrency(event.currentTarget.value as Currency)}
          />
        )}
      </Flex>
      {!plan && (
        <>
          <NativeSelect
            name="period"
            label={text.period}
            data={feePeriods.map(value => ({ value, label: text.periods[value] }))}
          />
          <NativeSelect
            name="collector"
            label={text.collector}
            data={collectors.map(({ label }, index) => ({ value: String(index), label }))}
            value={String(collectorIndex)}
            onChange={event => setCollectorIndex(Number(event.currentTarget.value))}
            error={errors.clubId ?? errors.country}
          />
        </>
      )}
      <TextInput
        name="graceDays"
        type="number"
        min={0}
        max={90}
        label={text.graceDays}
        defaultValue={plan?.graceDays ?? 14}
        error={errors.graceDays}
        style={wholeRow}
      />
      <ReminderDayFields drafts={reminders} errors={errors} onChange={setReminders} />
      <FeePayerFields
        audience={plan?.audience}
        hasSegments={canUseMemberSegmentsForFees(user, plan ?? collectors[collectorIndex]?.place)}
      />
      <FeeReductionFields
        currency={currency}
        drafts={drafts}
        error={errors.reductions}
        onChange={setDrafts}
      />
    </FormDialog>
  )
}
