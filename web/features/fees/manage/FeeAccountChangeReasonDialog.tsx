import { Alert, Button, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { feeAmount, feeReason } from '#shared/contracts/fees/fee-plans.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatAmountAsDecimal, parseMoney } from '#shared/money/money.ts'
import { planText, accountText as text } from '#texts/fees.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

const reasonOnly = z.object({ reason: feeReason })
const withAmount = z.object({ reason: feeReason, amount: feeAmount })

/** Dialog that asks for a reason before a fee account is changed, and for an amount if `amount` is set. */
export function FeeAccountChangeReasonDialog<Answer, Body>({
  title,
  help,
  warning,
  amount,
  sending,
  onClose,
}: {
  title: string
  help: string
  warning?: string
  /** Label, currency and initial value of the amount field. If omitted, the dialog asks for no amount. */
  amount?: { label: string; currency: Currency; suggested: number }
  sending: UseMutationResult<Answer, Error, Body>
  onClose: () => void
}) {
  const [requestKey] = useState(() => crypto.randomUUID())
  const { form, errors, submit } = useValidatedForm({
    schema: amount ? withAmount : reasonOnly,
    sending,
    read: element => {
      const { reason, amount: typed = '' } = readFormValues(element)
      if (!amount) return { values: { reason } }
      return { values: { reason, amount: parseMoney(typed, amount.currency) ?? 0, requestKey } }
    },
    onSuccess: () => onClose(),
  })
  return (
    <FormDialog
      isShort
      title={title}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {planText.cancel}
          </Button>
          <Button type="submit" disabled={sending.isPending}>
            {text.submit}
          </Button>
        </>
      }
    >
      <Text fz={14}>{help}</Text>
      {warning && <Alert color="yellow">{warning}</Alert>}
      {amount && (
        <TextInput
          name="amount"
          label={`${amount.label} (${amount.currency})`}
          inputMode="decimal"
          defaultValue={formatAmountAsDecimal({ amount: amount.suggested, currency: amount.currency })}
          error={errors.amount}
        />
      )}
      <TextInput
        name="reason"
        label={text.reason}
        description={text.reasonHelp}
        maxLength={200}
        withAsterisk
        data-autofocus
        error={errors.reason}
      />
    </FormDialog>
  )
}
