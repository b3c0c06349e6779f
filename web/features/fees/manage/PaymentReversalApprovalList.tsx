import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReversalRequest } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { accountText, reversalText as text } from '#texts/fees.ts'
import { useDecideFeeReversalRequest, useReversalRequests } from '#web/features/fees/fees.api.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'

function ReversalRequestCard({ request }: { request: ReversalRequest }) {
  const confirm = useDecideFeeReversalRequest(request.id, true)
  const decline = useDecideFeeReversalRequest(request.id, false)
  const isBusy = confirm.isPending || decline.isPending
  return (
    <Group component="li" justify="space-between" gap={12}>
      <Box flex="1 1 260px" miw={0}>
        <Text
          fw={600}
          renderRoot={props => (
            <Link to="/fees/accounts/$id" params={{ id: String(request.accountId) }} {...props} />
          )}
        >
          {request.fullName}
        </Text>
        <Text fz={14} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text.line({
            kind: accountText.kinds[request.kind],
            amount: formatMoney(request),
            name: request.requestedBy,
            reason: request.reason,
          })}
        </Text>
      </Box>
      {request.isDecidable ? (
        <Group gap={8}>
          <Button variant="default" disabled={isBusy} onClick={() => decline.mutate()}>
            {text.decline}
          </Button>
          <Button disabled={isBusy} onClick={() => confirm.mutate()}>
            {text.confirm}
          </Button>
        </Group>
      ) : (
        <Text fz={14}>{text.wait}</Text>
      )}
    </Group>
  )
}

/** Lists reversals of payments that a second manager must approve. Renders nothing if the list is empty. */
export function PaymentReversalApprovalList({ isManager }: { isManager: boolean }) {
  const { data = [] } = useReversalRequests(isManager)
  if (data.length === 0) return null
  return (
    <Panel title={text.title} mb={16}>
      <Stack component="ul" gap={16} p={0} m={0} style={{ listStyle: 'none' }}>
        {data.map(request => (
          <ReversalRequestCard key={request.id} request={request} />
        ))}
      </Stack>
    </Panel>
  )
}
