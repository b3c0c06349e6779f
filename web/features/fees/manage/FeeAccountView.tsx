import {
  ActionIcon,
  Alert,
  Anchor,
  Box,
  Button,
  Card,
  Flex,
  Group,
  Skeleton,
  Text,
  Title,
} from '@mantine/core'
import { IconCash, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FeeAccount, FeeCharge, FeeEntry } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { feesText, planViewText, receiptText, accountText as text } from '#texts/fees.ts'
import { ChargeStatusBadge } from '#web/features/fees/ChargeStatusBadge.tsx'
import { useFeeAccount } from '#web/features/fees/fees.api.ts'
import { formatFeeName } from '#web/features/fees/format-period.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const RecordPaymentDialog = createLazyOverlay(
  async () => (await import('./RecordPaymentDialog.tsx')).RecordPaymentDialog,
)
const WaiveChargeDialog = createLazyOverlay(
  async () => (await import('./FeeAccountDialogs.tsx')).WaiveChargeDialog,
)
const RefundCreditDialog = createLazyOverlay(
  async () => (await import('./FeeAccountDialogs.tsx')).RefundCreditDialog,
)
const ReverseFeeEntryDialog = createLazyOverlay(
  async () => (await import('./FeeAccountDialogs.tsx')).ReverseFeeEntryDialog,
)

type Opened = { pay?: true; waive?: FeeCharge; refund?: true; reverse?: FeeEntry }

/** Row of a fee account: title, details and amount, and a menu with the only action of the row. */
function FeeAccountRow({
  title,
  name = title,
  action,
  amount,
  children,
  onAct,
}: {
  title: string
  /** Name of the fee or payment in the row, used in the accessible label of the row menu. */
  name?: string
  action: string
  /** Amount and status at the end of the row. */
  amount: ReactNode
  children: ReactNode
  onAct: (() => void) | undefined
}) {
  return (
    <Group
      component="li"
      py={10}
      gap={8}
      wrap="nowrap"
      align="flex-start"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{title}</Text>
        {children}
      </Box>
      {onAct && (
        <LazyMenu
          button={
            <ActionIcon variant="subtle" color="gray" size={40} my={-8} aria-label={text.rowMenu({ name })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          }
        >
          {Menu => <Menu.Item onClick={onAct}>{action}</Menu.Item>}
        </LazyMenu>
      )}
      <Flex direction="column" align="flex-end" gap={4} flex="none">
        {amount}
      </Flex>
    </Group>
  )
}

function FeeAccountChargeRow({ charge, onWaive }: { charge: FeeCharge; onWaive?: () => void }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency: charge.currency })
  return (
    <FeeAccountRow
      title={formatFeeName(charge.planName, charge.period)}
      name={charge.planName}
      action={text.waive}
      amount={
        <>
          <Text className="tabular" fw={600}>
            {formatAmount(charge.outstanding > 0 ? charge.outstanding : charge.amount)}
          </Text>
          <ChargeStatusBadge charge={charge} />
        </>
      }
      onAct={charge.outstanding > 0 ? onWaive : undefined}
    >
      <Text fz={13} c="dimmed">
        {[charge.reference, ...charge.reductions.map(({ reason }) => reason)].filter(Boolean).join(' · ')}
      </Text>
    </FeeAccountRow>
  )
}

function FeeAccountEntryRow({
  entry,
  account,
  onReverse,
}: {
  entry: FeeEntry
  account: FeeAccount
  onReverse?: () => void
}) {
  const details = [
    formatDate(entry.createdAt),
    entry.planName,
    entry.method && receiptText[entry.method],
    entry.reason,
    entry.madeBy && text.by({ name: entry.madeBy }),
    entry.isReversed && text.reversed,
  ]
  return (
    <FeeAccountRow
      title={text.kinds[entry.kind]}
      action={text.reverse}
      amount={
        <Text className="tabular" fw={600} td={entry.isReversed ? 'line-through' : undefined}>
          {formatMoney({ amount: entry.amount, currency: account.currency })}
        </Text>
      }
      onAct={entry.isReversible ? onReverse : undefined}
    >
      {entry.receipt && (
        <Anchor
          fz={14}
          py={4}
          display="inline-block"
          className="lone"
          renderRoot={props => (
            <Link to="/fees/receipts/$id" params={{ id: String(entry.receipt?.id) }} {...props} />
          )}
        >
          {feesText.receiptLine({ code: entry.receipt.code })}
        </Anchor>
      )}
      <Text fz={13} c="dimmed">
        {details.filter(Boolean).join(' · ')}
      </Text>
    </FeeAccountRow>
  )
}

function FeeAccountHeader({ account, onOpen }: { account: FeeAccount; onOpen: (opened: Opened) => void }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency: account.currency })
  return (
    <Card>
      <Group wrap="nowrap" mb={12}>
        <PersonAvatar person={account} />
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {account.fullName}
          </Title>
          <Text fz={14} c="dimmed">
            {[account.membershipNumber, getFeeCollectorName(account.collector)].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </Group>
      <Group component="dl" gap={32} m={0} mb={12}>
        {(account.credit > 0 ? (['outstanding', 'credit'] as const) : (['outstanding'] as const)).map(key => (
          <LabelledValue key={key} label={text[key]}>
            <Text span fz={28} fw={700} lh={1.2} className="tabular">
              {formatAmount(account[key])}
            </Text>
          </LabelledValue>
        ))}
      </Group>
      {account.isManaged ? (
        <Group gap={8}>
          <Button
            variant={account.outstanding > 0 ? 'filled' : 'default'}
            leftSection={<IconCash size={18} aria-hidden />}
            onClick={() => onOpen({ pay: true })}
          >
            {text.book}
          </Button>
          {account.credit > 0 && (
            <Button variant="default" onClick={() => onOpen({ refund: true })}>
              {text.refund}
            </Button>
          )}
        </Group>
      ) : (
        <Alert color="gray">{text.own}</Alert>
      )}
    </Card>
  )
}

/** Page of a member's fee account for managers: charges, payments and every entry of the ledger. */
export function FeeAccountView({ id }: { id: number }) {
  const query = useFeeAccount(id)
  const [opened, setOpened] = useState<Opened>({})
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const account = query.data
  if (!account) return <Skeleton height={420} maw={820} radius={16} />
  const closeFeeAccountDialog = () => setOpened({})
  const list = { component: 'ul' as const, p: 0, m: 0, style: { listStyle: 'none' } }
  return (
    <div className={cards.page}>
      <BackLink to="/fees/manage">{planViewText.back}</BackLink>
      <FeeAccountHeader account={account} onOpen={setOpened} />
      <Panel title={text.charges}>
        <Box {...list}>
          {account.charges.map(charge => (
            <FeeAccountChargeRow
              key={charge.id}
              charge={charge}
              onWaive={account.isManaged ? () => setOpened({ waive: charge }) : undefined}
            />
          ))}
        </Box>
      </Panel>
      <Panel title={text.entries}>
        <Box {...list}>
          {account.entries.map(entry => (
            <FeeAccountEntryRow
              key={entry.id}
              entry={entry}
              account={account}
              onReverse={account.isManaged ? () => setOpened({ reverse: entry }) : undefined}
            />
          ))}
        </Box>
      </Panel>
      {opened.pay && (
        <RecordPaymentDialog
          payment={{ ...account, accountId: account.id }}
          onClose={closeFeeAccountDialog}
        />
      )}
      {opened.waive && <WaiveChargeDialog charge={opened.waive} onClose={closeFeeAccountDialog} />}
      {opened.refund && <RefundCreditDialog account={account} onClose={closeFeeAccountDialog} />}
      {opened.reverse && <ReverseFeeEntryDialog entry={opened.reverse} onClose={closeFeeAccountDialog} />}
    </div>
  )
}
