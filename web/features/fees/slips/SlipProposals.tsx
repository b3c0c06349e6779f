import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/RadioCard.css'
import '@mantine/core/styles/RadioIndicator.css'
import { Badge, Card, Flex, Group, Radio, Stack, Text } from '@mantine/core'
import type { SlipDetail } from '#shared/contracts/fees/slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { listMatchReasons } from './match-reasons.ts'

/** Open charges of the member that the slip may pay, each with reasons. */
export function SlipProposals({
  slip,
  amount,
  chargeId,
  onChoose,
}: {
  slip: SlipDetail
  amount: number
  chargeId: number | undefined
  onChoose: (chargeId: number) => void
}) {
  return (
    <Radio.Group
      label={text.which}
      value={String(chargeId ?? '')}
      onChange={value => onChoose(Number(value))}
    >
      <Stack gap={10} mt={6}>
        {slip.proposals.map((proposal, index) => (
          <Radio.Card key={proposal.chargeId} value={String(proposal.chargeId)} p={12} radius={12}>
            <Flex gap={12} align="flex-start" justify="space-between">
              <div>
                <Text fw={600}>{proposal.planName}</Text>
                <Text size="sm" c="dimmed" className="tabular">
                  {proposal.reference} ·{' '}
                  {formatMoney({ amount: proposal.outstanding, currency: slip.currency })}
                </Text>
              </div>
              <Radio.Indicator aria-label={`${index + 1}`} />
            </Flex>
            <Group gap={6} mt={8}>
              {listMatchReasons(slip, proposal, amount).map(({ label, tone }) => (
                <Badge key={label} variant="transparent" tt="none" {...getToneProps(tone)}>
                  {label}
                </Badge>
              ))}
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Sum of the charge before and after the slip, so that the treasurer sees the result before pressing. */
export function SlipArithmetic({
  slip,
  amount,
  proposal,
}: {
  slip: SlipDetail
  amount: number
  proposal: SlipDetail['proposals'][number]
}) {
  const after = proposal.outstanding - amount
  const rows: [label: string, amount: number][] = [
    [text.charged, proposal.amount],
    ...(proposal.waived > 0 ? ([[text.waived, -proposal.waived]] as [string, number][]) : []),
    ...(proposal.paid > 0 ? ([[text.paidBefore, -proposal.paid]] as [string, number][]) : []),
    [text.thisSlip, -amount],
  ]
  return (
    <Card padding="sm">
      {rows.map(([label, value]) => (
        <Flex key={label} justify="space-between" py={2}>
          <Text size="sm">{label}</Text>
          <Text size="sm" className="tabular">
            {formatMoney({ amount: value, currency: slip.currency })}
          </Text>
        </Flex>
      ))}
      <Flex justify="space-between" pt={6} mt={4} style={{ borderTop: '1px solid var(--line)' }}>
        <Text fw={700}>{after < 0 ? text.credit : text.after}</Text>
        <Text fw={700} className="tabular">
          {formatMoney({ amount: Math.abs(after), currency: slip.currency })}
        </Text>
      </Flex>
    </Card>
  )
}
