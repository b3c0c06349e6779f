import { ActionIcon, Box, Button, Card, Flex, Group, Skeleton, Stack } from '@mantine/core'
import {
  IconBuildingBank,
  IconChevronRight,
  IconDots,
  IconPlus,
  IconReceipt,
  IconReceipt2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { FeePlanItem } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { can } from '#shared/policies.ts'
import { payeeText, slipQueueText } from '#texts/fee-payments.ts'
import { manageText as text } from '#texts/fees.ts'
import { useFeePlans } from '#web/features/fees/fees.api.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { TransferSlipReviewLink } from '#web/features/fees/transfer-slips/TransferSlipReviewLink.tsx'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { FeeRules } from './FeeRules.tsx'
import { PaymentReversalApprovalList } from './PaymentReversalApprovalList.tsx'

const FeePlanDialog = createLazyOverlay(async () => (await import('./FeePlanDialog.tsx')).FeePlanDialog)

/** Bar that shows how much of a fee has been received, with the sums as text. */
function PaidShareOfPlan({ plan: { sums, currency } }: { plan: FeePlanItem }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  const due = sums.charged - sums.waived
  return (
    <>
      <Box component="span" h={8} mt={4} bdrs={4} bg="var(--line)" style={{ overflow: 'hidden' }} aria-hidden>
        <Box
          component="span"
          display="block"
          h="100%"
          bg="var(--kite)"
          style={{ width: `${due > 0 ? (sums.paid / due) * 100 : 100}%` }}
        />
      </Box>
      <Group component="span" justify="space-between" gap={4} fz={14} className="tabular">
        <span>{text.received({ paid: formatAmount(sums.paid), due: formatAmount(due) })}</span>
        <Box component="span" c="dimmed">
          {text.notPaid({ count: sums.openCount })}
        </Box>
      </Group>
    </>
  )
}

function FeePlanCard({ plan }: { plan: FeePlanItem }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency: plan.currency })
  return (
    <Link to="/fees/plans/$id" params={{ id: String(plan.id) }} className={cards.item}>
      <Group component="span" justify="space-between" wrap="nowrap" align="baseline">
        <Box component="span" fw={600}>
          {plan.name}
        </Box>
        <Flex
          component="span"
          gap={6}
          align="center"
          className="tabular"
          fw={600}
          style={{ whiteSpace: 'nowrap' }}
        >
          {text.perPlan({ amount: formatAmount(plan.amount), period: plan.period })}
          <IconChevronRight size={18} color="var(--mantine-color-dimmed)" aria-hidden />
        </Flex>
      </Group>
      <Box component="span" fz={13} c="dimmed">
        {[getFeeCollectorName(plan), plan.closedAt && text.closed].filter(Boolean).join(' · ')}
      </Box>
      {plan.sums.chargedCount > 0 && <PaidShareOfPlan plan={plan} />}
    </Link>
  )
}

function FeePlanList() {
  const list = useFeePlans()
  if (isQueryErrorShownInsteadOfData(list))
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <Skeleton height={120} radius={16} />
  if (list.data.length === 0)
    return (
      <Card>
        <EmptyState text={text.empty} />
      </Card>
    )
  return (
    <ul className={cards.list} aria-label={text.plans}>
      {list.data.map(plan => (
        <li key={plan.id}>
          <FeePlanCard plan={plan} />
        </li>
      ))}
    </ul>
  )
}

function FurtherFeeLinksMenu() {
  return (
    <LazyMenu
      button={
        <ActionIcon variant="default" size={36} aria-label={text.moreLinks}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {Menu => (
        <>
          <Menu.Item component={Link} to="/fees/slips" leftSection={<IconReceipt size={18} aria-hidden />}>
            {slipQueueText.title}
          </Menu.Item>
          <Menu.Item component={Link} to="/fees" leftSection={<IconReceipt2 size={18} aria-hidden />}>
            {text.ownFees}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/fees/payees"
            leftSection={<IconBuildingBank size={18} aria-hidden />}
          >
            {payeeText.title}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  )
}

/** Lists the fees that the user manages, with links to payment slips and payment accounts. */
export function ManagedFeePlanList({ user }: { user: CurrentUser }) {
  const [isCreating, setCreating] = useState(false)
  const isManager = can(user, 'fees.manage')
  return (
    <div className={cards.column}>
      <PageHeader
        subtitle={text.subtitle}
        actions={
          <>
            {isManager ? (
              <TransferSlipReviewLink />
            ) : (
              <Button
                variant="default"
                leftSection={<IconReceipt2 size={18} aria-hidden />}
                renderRoot={props => <Link to="/fees" {...props} />}
              >
                {text.ownFees}
              </Button>
            )}
            {isManager && (
              <Group gap="xs" wrap="nowrap" flex={1}>
                <Button
                  flex={1}
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => setCreating(true)}
                >
                  {text.create}
                </Button>
                <FurtherFeeLinksMenu />
              </Group>
            )}
          </>
        }
      />
      <Stack gap={16}>
        <PaymentReversalApprovalList isManager={isManager} />
        <FeePlanList />
        {can(user, 'fees.rules') && <FeeRules />}
      </Stack>
      {isCreating && <FeePlanDialog user={user} onClose={() => setCreating(false)} />}
    </div>
  )
}
