import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { PaymentDetails } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatAmountAsDecimal, parseMoney } from '#shared/money/money.ts'
import { slipText as text } from '#texts/fee-payments.ts'
import { useSendTransferSlip } from '#web/features/fees/fee-payments.api.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'
import { TransferSlipFileField } from './TransferSlipFileField.tsx'

/** Returns the current date by the device's clock, such as 2026-11-15. */
function getTodayAsIsoDate(): string {
  const now = new Date()
  const padTwoDigits = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${padTwoDigits(now.getMonth() + 1)}-${padTwoDigits(now.getDate())}`
}

/** Form for submitting the slip of a bank transfer. Amount and date are filled in beforehand. */
export function SendTransferSlipDialog({
  charge,
  onClose,
}: {
  charge: PaymentDetails['charge']
  onClose: () => void
}) {
  const send = useSendTransferSlip(charge.id)
  const { currency } = charge
  const [file, setFile] = useState<File>()
  const [amount, setAmount] = useState(formatAmountAsDecimal({ amount: charge.outstanding, currency }))
  const [paidOn, setPaidOn] = useState(getTodayAsIsoDate)
  const [note, setNote] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const minorUnits = parseMoney(amount, currency)
  const isAmountValid = minorUnits !== undefined && minorUnits > 0
  const sendTransferSlip = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!file || !isAmountValid || !paidOn || send.isPending) return
    send.mutate({ file, amount: minorUnits, paidOn, note }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text.title}
      isShort
      onSubmit={sendTransferSlip}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={send.isPending}>
            {send.isPending ? text.sending : text.send}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TransferSlipFileField
        file={file}
        error={isSubmitted && !file ? text.fileError : undefined}
        onChange={setFile}
      />
      <TextInput
        label={`${text.amount} (${currency})`}
        inputMode="decimal"
        withAsterisk
        value={amount}
        error={isSubmitted && !isAmountValid && text.amountError}
        onChange={event => setAmount(event.currentTarget.value)}
      />
      <LazyDayInput isRequired label={text.paidOn} day={paidOn} onChange={setPaidOn} />
      <TextInput
        label={text.note}
        maxLength={200}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
