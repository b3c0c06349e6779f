import { Box, Button, Card, Group, Title } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { homeText as text } from '#texts/dashboard.ts'
import { formatDayAndMonth } from '#web/lib/format/format.ts'

type OpenFee = Dashboard['openFees'][number]

function describeFee({ outstanding, currency, dueOn, isOverdue, hasWaitingSlip }: OpenFee): string {
  const amount = formatMoney({ amount: outstanding, currency })
  if (hasWaitingSlip) return text.feeChecking({ amount })
  return isOverdue ? text.feeOverdue({ amount }) : text.feeLine({ amount, day: formatDayAndMonth(dueOn) })
}

/** Unpaid fees of the member, listed as tasks on the dashboard. Hidden when there are none. */
export function OpenFees({ fees }: { fees: OpenFee[] }) {
  if (fees.length === 0) return null
  return (
    <section aria-label={text.tasks}>
      <Title order={2} size="h4" mb={10}>
        {text.tasks}
      </Title>
      <Card padding={0}>
        <Box component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {fees.map((fee, index) => (
            <Group
              key={fee.id}
              component="li"
              wrap="nowrap"
              gap={12}
              px={16}
              py={12}
              style={index > 0 ? { borderTop: '1px solid var(--line)' } : undefined}
            >
              <IconReceipt2 size={22} stroke={1.7} style={{ flex: 'none' }} aria-hidden />
              <Box component="span" flex={1} miw={0}>
                <Box component="span" display="block" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {fee.planName}
                </Box>
                <Box component="span" display="block" fz={13} c="dimmed">
                  {describeFee(fee)}
                </Box>
              </Box>
              <Button
                variant="light"
                mih={44}
                aria-label={text.payFee({ name: fee.planName })}
                renderRoot={props => <Link to="/fees/pay/$id" params={{ id: String(fee.id) }} {...props} />}
              >
                {text.pay}
              </Button>
            </Group>
          ))}
        </Box>
      </Card>
    </section>
  )
}
