import { Box, Button, Card, Kbd, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { TransferSlipAmountRow } from './TransferSlipAmountRow.tsx'
import type { TransferSlipReview } from './use-transfer-slip-review.ts'

/** Button that divides the payment among several fees, or assigns it to a single fee again. */
export function SplitPaymentAmongChargesButton({ review }: { review: TransferSlipReview }) {
  // Wide windows show the keyboard shortcuts of the buttons that split, accept or reject a transfer slip.
  const hasKeyHints = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      h={32}
      px={10}
      // If the button shows no keyboard shortcut, its label is aligned with the edge of the fields below.
      mr={hasKeyHints ? undefined : -10}
      rightSection={hasKeyHints && <Kbd>B</Kbd>}
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
  const { credited } = review.allocation
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
        <Box role="status" pt={10} mt={4} style={{ borderTop: '1px solid var(--line)' }}>
          {review.isSplitValid ? (
            <>
              <TransferSlipAmountRow
                label={text.divided}
                value={formatAmount(review.amount - credited)}
                isTotal
              />
              {credited > 0 && <TransferSlipAmountRow label={text.credit} value={formatAmount(credited)} />}
            </>
          ) : (
            <Text fw={700}>{text.splitInvalid}</Text>
          )}
        </Box>
      </Stack>
    </Card>
  )
}
