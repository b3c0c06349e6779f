import { Badge, Button, Flex, Stack, Text } from '@mantine/core'
import type { PaymentDetails } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipText as text } from '#texts/fee-payments.ts'
import { useWithdrawTransferSlip } from '#web/features/fees/fee-payments.api.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { getToneProps, type Tone } from '#web/ui/feedback/tones.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'

type OwnTransferSlip = PaymentDetails['slips'][number]
const tones: Record<OwnTransferSlip['status'], Tone> = {
  waiting: 'info',
  confirmed: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
}

/** Payment slips that the member has uploaded for a fee. A rejected slip shows the reason. */
export function OwnTransferSlips({ slips, charge }: Pick<PaymentDetails, 'slips' | 'charge'>) {
  const withdraw = useWithdrawTransferSlip()
  if (slips.length === 0) return null
  return (
    <Panel title={text.list}>
      <Stack gap={12}>
        {slips.map(slip => (
          <Flex key={slip.id} gap={12} align="center" justify="space-between" wrap="wrap">
            <div>
              <Text>
                {text.sentOn({
                  amount: formatMoney({ amount: slip.amount, currency: charge.currency }),
                  day: formatDate(slip.createdAt),
                })}
              </Text>
              {slip.reason && <Text size="sm">{text.reason({ reason: slip.reason })}</Text>}
            </div>
            <Flex gap={8} align="center">
              <Badge variant="transparent" tt="none" {...getToneProps(tones[slip.status])}>
                {text.statuses[slip.status]}
              </Badge>
              {slip.status === 'waiting' && (
                <Button
                  variant="default"
                  h={44}
                  disabled={withdraw.isPending}
                  onClick={() => withdraw.mutate(slip.id)}
                >
                  {text.withdraw}
                </Button>
              )}
            </Flex>
          </Flex>
        ))}
      </Stack>
    </Panel>
  )
}
