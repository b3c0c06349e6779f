import { Button, Card, Flex, Kbd, Stack, Text, TextInput } from '@mantine/core'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import type { TransferSlipReview } from './use-transfer-slip-review.ts'

/** Button that divides the payment among several fees, or assigns it to a single fee again. */
export function SplitPaymentAmongChargesButton({ review }: { review: TransferSlipReview }) {
  const isPhone = useIsPhone()
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      rightSection={!isPhone && <Kbd>B</Kbd>}
      aria-pressed={review.isSplit}
      onClick={review.toggleSplit}
    >
      {review.isSplit ? text.oneFee : text.split}
    </Button>
  )
}

/** Form that assigns a part of the payment to each unpaid fee of the member. The remainder becomes credit. */
export function SplitPaymentAmongChargesForm({
  slip,
  review,
}: {
  slip: TransferSlipDetail
  review: TransferSlipReview
}) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency: slip.currency })
  return (
    <Card padding="sm">
      <Stack gap={10}>
        {slip.proposals.map(({ chargeId, planName, reference, outstanding }) => (
          <TextInput
            key={chargeId}
            label={`${planName} (${slip.currency})`}
            description={`${reference} · ${formatAmount(outstanding)}`}
            inputMode="decimal"
            value={review.split[chargeId] ?? ''}
            onChange={event => review.typePart(chargeId, event.currentTarget.value)}
          />
        ))}
        <Flex justify="space-between" role="status">
          <Text fw={700}>{review.isSplitValid ? text.credit : text.splitInvalid}</Text>
          {review.isSplitValid && (
            <Text fw={700} className="tabular">
              {formatAmount(review.allocation.credited)}
            </Text>
          )}
        </Flex>
      </Stack>
    </Card>
  )
}
