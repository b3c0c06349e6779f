import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { payeeKinds } from '#shared/contracts/fees/fee-kinds.ts'
import { type PayeeRow, payeeBody } from '#shared/contracts/fees/payees.schemas.ts'
import { type Currency, currencies } from '#shared/money/currencies.ts'
import { payeeText as text } from '#texts/fee-payments.ts'
import { useProposePayee } from '#web/features/fees/fee-payments.api.ts'
import { useFeePlans } from '#web/features/fees/fees.api.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

const listPayeeKindChoices = () => payeeKinds.map(value => ({ value, label: text.kinds[value] }))

type PayeeKind = (typeof payeeKinds)[number]

/**
 * Form with which a manager proposes a new bank account for fees. It starts with the kind and currency of the present
 * account, otherwise with the currency of the collector's newest fee.
 */
export function ProposePayeeDialog({
  bookId,
  active,
  onClose,
}: {
  bookId: number
  /** Active payee account of the fee collector; undefined if the collector has none. */
  active: PayeeRow | undefined
  onClose: () => void
}) {
  const propose = useProposePayee(bookId)
  const newestPlan = useFeePlans().data?.find(plan => plan.bookId === bookId)
  const [chosenCurrency, setCurrency] = useState<Currency>()
  const [chosenKind, setKind] = useState<PayeeKind>()
  const currency = chosenCurrency ?? active?.currency ?? newestPlan?.currency ?? 'EUR'
  const kind = chosenKind ?? active?.kind ?? (currency === 'EUR' ? 'iban' : 'account')
  const { form, errors, submit } = useValidatedForm({
    schema: payeeBody,
    sending: propose,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={text.propose}
      form={form}
      onSubmit={submit}
      note={text.afterConfirmation}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={propose.isPending}>
            {propose.isPending ? text.sending : text.send}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <NativeSelect
        name="kind"
        label={text.kind}
        data={listPayeeKindChoices()}
        value={kind}
        data-autofocus
        onChange={event => setKind(findAllowedValue(payeeKinds, event.currentTarget.value))}
      />
      <NativeSelect
        name="currency"
        label={text.currency}
        data={[...currencies]}
        value={currency}
        error={errors.currency}
        onChange={event => setCurrency(findAllowedValue(currencies, event.currentTarget.value))}
      />
      <TextInput name="holder" label={text.holder} withAsterisk maxLength={70} error={errors.holder} />
      {kind === 'emvco' && (
        <Textarea
          name="qrPayload"
          label={text.qr}
          description={text.qrHelp}
          withAsterisk
          autosize
          minRows={3}
          maxLength={512}
          error={errors.qrPayload}
        />
      )}
      <TextInput
        name="accountNumber"
        label={kind === 'iban' ? text.iban : kind === 'emvco' ? text.accountOptional : text.accountNumber}
        withAsterisk={kind !== 'emvco'}
        maxLength={60}
        error={errors.accountNumber}
      />
      <TextInput
        name="bankCode"
        label={kind === 'iban' ? text.bic : text.bankCode}
        maxLength={40}
        error={errors.bankCode}
      />
      <TextInput name="bank" label={text.bank} maxLength={80} error={errors.bank} />
    </FormDialog>
  )
}
