import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type PaymentMethod, paymentMethods } from '#shared/contracts/fees/fee-kinds.ts'
import { paymentBody } from '#shared/contracts/fees/fees.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatAmountAsDecimal, formatMoney, parseMoney } from '#shared/money/money.ts'
import { planText, receiptText, paymentText as text } from '#texts/fees.ts'
import { useRecordFeePayment } from '#web/features/fees/fees.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

/** Member's fee account to which the dialog records a payment, and the fee that is settled first, if any. */
export interface PaymentTarget {
  accountId: number
  chargeId?: number
  fullName: string
  outstanding: number
  currency: Currency
}

/**
 * Dialog that records a payment. By default, it records the whole outstanding amount as cash, so that saving needs one
 * tap.
 */
export function RecordPaymentDialog({ payment, onClose }: { payment: PaymentTarget; onClose: () => void }) {
  const { accountId, chargeId, currency, outstanding } = payment
  const booking = useRecordFeePayment(accountId)
  const [requestKey] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState(
    outstanding > 0 ? formatAmountAsDecimal({ amount: outstanding, currency }) : '',
  )
  const [method, setMethod] = useState<PaymentMethod>('cash')
  const amount = parseMoney(typed, currency) ?? 0
  const { form, errors, submit } = useValidatedForm({
    schema: paymentBody,
    sending: booking,
    read: () => ({ values: { amount, method, chargeId, requestKey } }),
    onSuccess: () => onClose(),
  })
  const rest = outstanding - amount
  return (
    <FormDialog
      isShort
      title={text.title}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {planText.cancel}
          </Button>
          <Button type="submit" disabled={booking.isPending || amount === 0} data-autofocus>
            {text.submit({ amount: formatMoney({ amount, currency }) })}
          </Button>
        </>
      }
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {payment.fullName}
      </Text>
      <TextInput
        label={`${text.amount} (${currency})`}
        inputMode="decimal"
        value={typed}
        error={errors.amount}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        label={text.method}
        data={[...paymentMethods].reverse().map(value => ({ value, label: receiptText[value] }))}
        value={method}
        onChange={event => setMethod(event.currentTarget.value as PaymentMethod)}
      />
      <Text fz={14} role="status">
        {rest >= 0
          ? text.after({ amount: formatMoney({ amount: rest, currency }) })
          : text.credit({ amount: formatMoney({ amount: -rest, currency }) })}
      </Text>
    </FormDialog>
  )
}
