import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { payeeKinds } from '#shared/contracts/fees/fee-kinds.ts'
import { payeeBody } from '#shared/contracts/fees/payees.schemas.ts'
import { currencies } from '#shared/money/currencies.ts'
import { payeeText as text } from '#texts/fee-payments.ts'
import { useProposePayee } from '#web/features/fees/fee-payments.api.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

const listPayeeKindChoices = () => payeeKinds.map(value => ({ value, label: text.kinds[value] }))

/** Form with which a manager proposes a new bank account for fees. */
export function ProposePayeeDialog({ bookId, onClose }: { bookId: number; onClose: () => void }) {
  const propose = useProposePayee(bookId)
  const [kind, setKind] = useState<(typeof payeeKinds)[number]>('iban')
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
        onChange={event => setKind(findAllowedValue(payeeKinds, event.currentTarget.value) ?? 'iban')}
      />
      <NativeSelect
        name="currency"
        label={text.currency}
        data={[...currencies]}
        defaultValue={kind === 'iban' ? 'EUR' : 'MYR'}
        key={`currency ${kind === 'iban'}`}
        error={errors.currency}
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
