import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/RadioCard.css'
import '@mantine/core/styles/RadioIndicator.css'
import { Box, Card, Flex, Group, Radio, Stack, Text } from '@mantine/core'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import type { Allocation } from '#shared/payments/allocate-payment-to-charges.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { listChargeMatchReasons } from './match-reasons.ts'
import { TransferSlipAmountRow } from './TransferSlipAmountRow.tsx'

/** Unpaid fees of the member that a payment slip may pay, with reasons for and against each. */
export function UnpaidChargePickerForTransferSlip({
  slip,
  amount,
  chargeId,
  onChoose,
}: {
  slip: TransferSlipDetail
  amount: number
  chargeId: number | undefined
  onChoose: (chargeId: number) => void
}) {
  return (
    <Radio.Group
      aria-label={text.which}
      value={String(chargeId ?? '')}
      onChange={value => onChoose(Number(value))}
    >
      <Stack gap={10}>
        {slip.proposals.map((proposal, index) => (
          <Radio.Card
            key={proposal.chargeId}
            value={String(proposal.chargeId)}
            p={12}
            radius={12}
            {...(proposal.chargeId === chargeId && { bg: 'var(--tint)', bd: '1px solid var(--kite)' })}
          >
            <Flex gap={12} align="flex-start" justify="space-between">
              <div>
                <Text fw={600}>{proposal.planName}</Text>
                <Text size="sm" c={proposal.chargeId === chargeId ? undefined : 'dimmed'} className="tabular">
                  {proposal.reference} ·{' '}
                  {formatMoney({ amount: proposal.outstanding, currency: slip.currency })}
                </Text>
              </div>
              <Radio.Indicator aria-label={`${index + 1}`} />
            </Flex>
            <Group gap={6} mt={8}>
              {listChargeMatchReasons(slip, proposal, amount).map(({ label, tone }) => (
                <ColouredBadge
                  key={label}
                  tone={tone}
                  isOnTint={proposal.chargeId === chargeId && tone === 'good'}
                >
                  {label}
                </ColouredBadge>
              ))}
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Shows what the member owes before and after the payment, and how any remainder is used. */
export function ChargeBalanceAfterPayment({
  slip,
  allocation: { parts, credited },
  proposal,
}: {
  slip: TransferSlipDetail
  allocation: Allocation
  proposal: TransferSlipDetail['proposals'][number]
}) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency: slip.currency })
  const part = parts.find(({ chargeId }) => chargeId === proposal.chargeId)?.amount ?? 0
  const others = slip.proposals.flatMap(({ chargeId, planName }) => {
    const share =
      chargeId === proposal.chargeId ? undefined : parts.find(other => other.chargeId === chargeId)
    return share ? [{ chargeId, planName, amount: share.amount }] : []
  })
  const rows: [label: string, amount: number][] = [
    [text.charged, proposal.amount],
    ...(proposal.waived > 0 ? ([[text.waived, -proposal.waived]] as [string, number][]) : []),
    ...(proposal.paid > 0 ? ([[text.paidBefore, -proposal.paid]] as [string, number][]) : []),
    [text.thisSlip, -part],
  ]
  return (
    <Card padding="sm">
      {rows.map(([label, value]) => (
        <TransferSlipAmountRow key={label} label={label} value={formatAmount(value)} />
      ))}
      <Box pt={4} mt={4} style={{ borderTop: '1px solid var(--line)' }}>
        <TransferSlipAmountRow label={text.after} value={formatAmount(proposal.outstanding - part)} isTotal />
      </Box>
      {others.map(({ chargeId, planName, amount }) => (
        <TransferSlipAmountRow
          key={chargeId}
          label={text.restFor({ name: planName })}
          value={formatAmount(amount)}
        />
      ))}
      {credited > 0 && <TransferSlipAmountRow label={text.credit} value={formatAmount(credited)} />}
    </Card>
  )
}
