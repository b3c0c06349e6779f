import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { payText as text } from '#texts/fee-payments.ts'
import { usePayeeChanges } from '#web/features/fees/fee-payments.api.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { formatDate } from '#web/lib/format/format.ts'

/** Warns that the bank account for a fee has changed, so that members do not pay into an account they noted earlier. */
export function PayeeChangeAlert({ title }: { title: string }) {
  return (
    <Alert
      color="emas"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      styles={{ title: { color: 'var(--warn-text)' }, message: { textWrap: 'balance' } }}
    >
      {text.changedHelp}
    </Alert>
  )
}

/** Warnings about bank accounts for the member's fees that have changed in the last 14 days. */
export function PayeeChangeNotices() {
  const { data: changes } = usePayeeChanges()
  return changes?.map(({ collector, changedAt, currency }) => (
    <PayeeChangeAlert
      key={`${getFeeCollectorName(collector)} ${currency}`}
      title={text.changedOf({
        collector: getFeeCollectorName(collector),
        day: formatDate(changedAt).replaceAll(' ', '\u00a0'),
      })}
    />
  ))
}
