import { ActionIcon, Alert, Anchor, Box, Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconCash, IconCircleCheck, IconDots } from '@tabler/icons-react'
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
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
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

/**
 * Row of a fee account: title and amount, with details and status below, and a menu with the only action of the row.
 * A row without an action keeps the menu's column if another row of the card has a menu, to align the amounts.
 */
function FeeAccountRow({
  title,
  name = title,
  action,
  amount,
  status,
  hasMenuColumn,
  children,
  onAct,
}: {
  title: string
  /** Name of the fee or payment in the row, used in the accessible label of the row menu. */
  name?: string
  action: string
  amount: ReactNode
  status?: ReactNode
  /** Whether any row of the same list has a menu. If so, all rows reserve the width of the menu button. */
  hasMenuColumn: boolean
  children: ReactNode
  onAct: (() => void) | undefined
}) {
  return (
    <Columns
      component="li"
      template={hasMenuColumn ? 'minmax(0, 1fr) auto 32px' : 'minmax(0, 1fr) auto'}
      py={10}
      gap="4px 8px"
      style={{ borderTop: '1px solid var(--line)', overflowWrap: 'anywhere' }}
    >
      <Text fw={600}>{title}</Text>
      <Text className="tabular" fw={600} ta="right">
        {amount}
      </Text>
      {hasMenuColumn && (
        <Box h={24}>
          {onAct && (
            <LazyMenu
              button={
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  my={-10}
                  aria-label={text.rowMenu({ name })}
                >
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              }
            >
              {Menu => <Menu.Item onClick={onAct}>{action}</Menu.Item>}
            </LazyMenu>
          )}
        </Box>
      )}
      <Box style={{ gridColumn: status ? 1 : '1 / 3' }}>{children}</Box>
      {status && <Box ta="right">{status}</Box>}
    </Columns>
  )
}

function FeeAccountChargeRow({
  charge,
  isManaged,
  hasMenuColumn,
  onWaive,
}: {
  charge: FeeCharge
  isManaged: boolean
  hasMenuColumn: boolean
  onWaive: () => void
}) {
  const amount = charge.outstanding > 0 ? charge.outstanding : charge.amount
  return (
    <FeeAccountRow
      title={formatFeeName(charge.planName, charge.period)}
      name={charge.planName}
      action={text.waive}
      amount={formatMoney({ amount, currency: charge.currency })}
      status={<ChargeStatusBadge charge={charge} />}
      hasMenuColumn={hasMenuColumn}
      onAct={isManaged && charge.outstanding > 0 ? onWaive : undefined}
    >
      <Text fz={13} c="dimmed">
        <DotSeparatedList parts={[charge.reference, ...charge.reductions.map(({ reason }) => reason)]} />
      </Text>
    </FeeAccountRow>
  )
}

function FeeAccountEntryRow({
  entry,
  account,
  hasMenuColumn,
  onReverse,
}: {
  entry: FeeEntry
  account: FeeAccount
  hasMenuColumn: boolean
  onReverse: () => void
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
        <Text span inherit td={entry.isReversed ? 'line-through' : undefined}>
          {formatMoney({ amount: entry.amount, currency: account.currency })}
        </Text>
      }
      hasMenuColumn={hasMenuColumn}
      onAct={account.isManaged && entry.isReversible ? onReverse : undefined}
    >
      {entry.receipt && (
        <Anchor
          fz={14}
          py={4}
          display="inline-block"
          className="lone"
          style={{ whiteSpace: 'nowrap' }}
          renderRoot={props => (
            <Link to="/fees/receipts/$id" params={{ id: String(entry.receipt?.id) }} {...props} />
          )}
        >
          {feesText.receiptLine({ code: entry.receipt.code })}
        </Anchor>
      )}
      <Text fz={13} c="dimmed">
        <DotSeparatedList parts={details} />
      </Text>
    </FeeAccountRow>
  )
}

/** Shows how much the member still owes and has overpaid. If nothing is owed, a text says so. */
function FeeAccountSums({ account }: { account: FeeAccount }) {
  const { currency } = account
  const sums = (['outstanding', 'credit'] as const).filter(key => account[key] > 0)
  return (
    <Group gap={32}>
      {account.outstanding === 0 && (
        <Group gap={6} fw={600} c="var(--good-text)">
          <IconCircleCheck size={20} aria-hidden />
          {text.settled}
        </Group>
      )}
      {sums.length > 0 && (
        <Group component="dl" gap={32} m={0}>
          {sums.map(key => (
            <LabelledValue key={key} label={text[key]}>
              <Text span fz={28} fw={700} lh={1.2} className="tabular">
                {formatMoney({ amount: account[key], currency })}
              </Text>
            </LabelledValue>
          ))}
        </Group>
      )}
    </Group>
  )
}

function FeeAccountButtons({ account, onOpen }: { account: FeeAccount; onOpen: (opened: Opened) => void }) {
  return (
    <Group gap={8} flex={{ base: '1 1 100%', sm: 'none' }}>
      <Button
        flex={{ base: 1, sm: 'none' }}
        variant={account.outstanding > 0 ? 'filled' : 'default'}
        leftSection={<IconCash size={18} aria-hidden />}
        onClick={() => onOpen({ pay: true })}
      >
        {text.book}
      </Button>
      {account.credit > 0 && (
        <Button flex={{ base: 1, sm: 'none' }} variant="default" onClick={() => onOpen({ refund: true })}>
          {text.refund}
        </Button>
      )}
    </Group>
  )
}

function FeeAccountHeader({ account, onOpen }: { account: FeeAccount; onOpen: (opened: Opened) => void }) {
  return (
    <Card>
      <Group gap="16px 32px" justify="space-between">
        <Group wrap="nowrap" flex="1 1 280px">
          <PersonAvatar person={account} />
          <div>
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {account.fullName}
            </Title>
            <Text fz={14} c="dimmed">
              <DotSeparatedList parts={[account.membershipNumber, getFeeCollectorName(account.collector)]} />
            </Text>
          </div>
        </Group>
        <FeeAccountSums account={account} />
        {account.isManaged && <FeeAccountButtons account={account} onOpen={onOpen} />}
      </Group>
      {!account.isManaged && (
        <Alert color="gray" mt={16}>
          {text.own}
        </Alert>
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
  const list = { component: 'ul' as const, p: 0, m: 0, mb: -10, style: { listStyle: 'none' } }
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
              isManaged={account.isManaged}
              hasMenuColumn={account.isManaged && account.charges.some(({ outstanding }) => outstanding > 0)}
              onWaive={() => setOpened({ waive: charge })}
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
              hasMenuColumn={account.isManaged && account.entries.some(({ isReversible }) => isReversible)}
              onReverse={() => setOpened({ reverse: entry })}
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
