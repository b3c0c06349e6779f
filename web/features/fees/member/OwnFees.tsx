import { Alert, Box, Button, Card, Center, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowRight,
  IconCalendarDollar,
  IconCheck,
  IconClock,
  IconFileSearch,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { FeeCharge, OwnFees as OwnFeesData } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { can } from '#shared/policies.ts'
import { payText } from '#texts/fee-payments.ts'
import { feesText as text } from '#texts/fees.ts'
import { ChargeStatusBadge } from '#web/features/fees/ChargeStatusBadge.tsx'
import { useOwnFees } from '#web/features/fees/fees.api.ts'
import { formatFeeName } from '#web/features/fees/format-period.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { PayeeChangeNotices } from '#web/features/fees/pay/PayeeChangeNotice.tsx'
import { formatDayAndMonth } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'

/**
 * First card of the member's fee page: the next fee to pay with a button and, if there are more fees, the total
 * outstanding.
 */
function NextDueFeeCard({ fees }: { fees: OwnFeesData }) {
  const open = fees.charges.filter(charge => charge.outstanding > 0)
  // A fee whose payment slip is under review comes last in the list, because its member has nothing to do.
  const first = open.find(charge => !charge.hasWaitingSlip) ?? open[0]
  if (!first) return null
  return (
    <Card bg="var(--mantine-color-laut-9)" c="white">
      <Group justify="space-between">
        <Text fz={14}>{text.due}</Text>
        <Group
          component="span"
          gap={6}
          px={12}
          py={4}
          bdrs={20}
          fz={14}
          fw={600}
          style={{ border: '1px solid var(--mantine-color-emas-4)' }}
        >
          <IconClock size={16} aria-hidden />
          {text.dueBy({ day: formatDayAndMonth(first.dueOn) })}
        </Group>
      </Group>
      <Text className="tabular" fz={36} fw={700} lh={1.25}>
        {formatMoney({ amount: first.outstanding, currency: first.currency })}
      </Text>
      <Text fz={15} fw={600}>
        {formatFeeName(first.planName, first.period)}
      </Text>
      <Text fz={14} mb={12} className="tabular">
        {text.reference({ reference: first.reference })}
      </Text>
      <Button
        fullWidth
        h={48}
        variant="white"
        rightSection={<IconArrowRight size={18} aria-hidden />}
        renderRoot={props => <Link to="/fees/pay/$id" params={{ id: String(first.id) }} {...props} />}
      >
        {payText.how}
      </Button>
      {open.length > 1 && (
        <Text fz={14} mt={12} className="tabular">
          {text.dueInAll({ count: open.length, amount: fees.outstanding.map(formatMoney).join(' + ') })}
        </Text>
      )}
    </Card>
  )
}

/** Returns the second line of a fee in the member's list: its receipt, part payment, reduction or due date. */
function describeFeeCharge(charge: FeeCharge): string {
  const [reduction] = charge.reductions
  const { currency } = charge
  if (charge.outstanding > 0 && charge.paid > 0) {
    const [paid, amount] = [charge.paid, charge.amount - charge.waived]
    return text.paidLine({
      paid: formatMoney({ amount: paid, currency }),
      amount: formatMoney({ amount, currency }),
    })
  }
  if (reduction && charge.outstanding > 0)
    return text.reductionLine({
      amount: formatMoney({ amount: charge.amount, currency }),
      reduction: formatMoney({ amount: charge.waived, currency }),
      reason: reduction.reason ?? '',
    })
  const codes = charge.receipts.map(({ code }) => code).join(', ')
  if (codes) return text.receiptLine({ code: codes })
  return charge.outstanding > 0
    ? text.dueLine({ day: formatDayAndMonth(charge.dueOn) })
    : (reduction?.reason ?? '')
}

/** Returns the icon of a fee in the member's list, in the colour of its status badge. */
function getChargeIcon({ outstanding, isOverdue, hasWaitingSlip }: FeeCharge) {
  if (outstanding === 0) return { Icon: IconCheck, tone: 'good' as const }
  if (hasWaitingSlip) return { Icon: IconFileSearch, tone: 'info' as const }
  return { Icon: IconCalendarDollar, tone: isOverdue ? ('bad' as const) : ('warn' as const) }
}

function OwnChargeRow({ charge, hasCollector }: { charge: FeeCharge; hasCollector: boolean }) {
  const receipt = charge.receipts.at(-1)
  const amount = charge.outstanding > 0 ? charge.outstanding : charge.amount - charge.waived || charge.amount
  const { Icon, tone } = getChargeIcon(charge)
  const link =
    charge.outstanding > 0
      ? (props: object) => <Link to="/fees/pay/$id" params={{ id: String(charge.id) }} {...props} />
      : receipt &&
        ((props: object) => <Link to="/fees/receipts/$id" params={{ id: String(receipt.id) }} {...props} />)
  return (
    <ListRow
      lead={
        <Center component="span" w={40} h={40} bdrs={10} flex="none" {...getToneProps(tone)}>
          <Icon size={22} stroke={1.7} aria-hidden />
        </Center>
      }
      title={formatFeeName(charge.planName, charge.period)}
      // The fee collector is on the second line of details, which is cut off first if the row lacks room.
      line={
        <>
          <Box component="span" display="block">
            {describeFeeCharge(charge)}
          </Box>
          {hasCollector && (
            <Box component="span" display="block">
              {getFeeCollectorName(charge.collector)}
            </Box>
          )}
        </>
      }
      isLast
      badge={
        <Flex component="span" direction="column" align="flex-end" gap={4} mr={6}>
          <Box component="span" className="tabular" fw={700}>
            {formatMoney({ amount, currency: charge.currency })}
          </Box>
          <ChargeStatusBadge charge={charge} />
        </Flex>
      }
      renderRoot={link}
    />
  )
}

/** Groups the fees that a member owes by due year, newest year first. */
function listFeeYears(charges: FeeCharge[]): [year: string, charges: FeeCharge[]][] {
  const years = new Map<string, FeeCharge[]>()
  for (const charge of charges) {
    const year = charge.dueOn.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), charge])
  }
  return [...years].sort(([first], [second]) => second.localeCompare(first))
}

/**
 * The member's fees of one year. If all these fees have the same collector, its name is shown once, beside
 * the year.
 */
function OwnFeesOfYear({ year, charges }: { year: string; charges: FeeCharge[] }) {
  const collectors = new Set(charges.map(({ collector }) => getFeeCollectorName(collector)))
  const isShared = collectors.size === 1
  return (
    <div>
      <Group justify="space-between" align="baseline" gap="0 12px" mb={8}>
        <Title order={2} size="h4">
          {year}
        </Title>
        {isShared && (
          <Text fz={13} c="dimmed">
            {[...collectors]}
          </Text>
        )}
      </Group>
      <Card padding={0}>
        <Box component="ul" p={0} m={0} aria-label={`${text.list} ${year}`} style={{ listStyle: 'none' }}>
          {charges.map((charge, index) => (
            <Box
              component="li"
              key={charge.id}
              style={{ borderTop: index > 0 ? '1px solid var(--line)' : undefined }}
            >
              <OwnChargeRow charge={charge} hasCollector={!isShared} />
            </Box>
          ))}
        </Box>
      </Card>
    </div>
  )
}

const template = { md: 'minmax(0, 2fr) minmax(0, 3fr)' }

/** Loading placeholder (skeleton) for the user's own fees: the next fee to pay and the fees of one year. */
function OwnFeesSkeleton() {
  return (
    <Columns template={template} gap={24} align="start">
      <Card h={222} bd={0} bg="var(--mantine-color-laut-9)" opacity={0.4} aria-busy>
        <Group justify="space-between" mb={12}>
          <Skeleton height={14} width={96} />
          <Skeleton height={28} width={132} radius={20} />
        </Group>
        <Skeleton height={32} width={150} mb={12} />
        <Skeleton height={14} width={180} mb={10} />
        <Skeleton height={14} width={140} mb={18} />
        <Skeleton height={48} radius={8} />
      </Card>
      <div>
        <Skeleton height={18} width={52} mt={5} mb={9} />
        <RowsSkeleton isSquare hasEnd />
      </div>
    </Columns>
  )
}

function OwnFeesContent({ fees }: { fees: OwnFeesData }) {
  if (fees.charges.length === 0)
    return (
      <Card>
        <EmptyState text={text.empty} />
      </Card>
    )
  return (
    <Columns template={template} gap={24} align="start">
      <Stack gap={16}>
        {fees.outstanding.length === 0 && (
          <Alert color="laut" icon={<IconCheck aria-hidden />}>
            {text.nothingDue}
          </Alert>
        )}
        <NextDueFeeCard fees={fees} />
        {fees.isVoteBlocked && (
          <Alert color="emas" title={text.voteBlocked}>
            {text.voteBlockedHelp}
          </Alert>
        )}
        <PayeeChangeNotices />
        {fees.credit.map(({ collector, ...money }) => (
          <Alert key={`${getFeeCollectorName(collector)} ${money.currency}`} color="laut">
            {text.credit({ amount: formatMoney(money), collector: getFeeCollectorName(collector) })}
          </Alert>
        ))}
      </Stack>
      <Stack gap={16}>
        {listFeeYears(fees.charges).map(([year, charges]) => (
          <OwnFeesOfYear key={year} year={year} charges={charges} />
        ))}
      </Stack>
    </Columns>
  )
}

/** Lists the member's own fees and payments, with receipts. */
export function OwnFees({ user }: { user: CurrentUser }) {
  const query = useOwnFees()
  const manageButton = can(user, 'fees.view') && (
    <Button
      variant="default"
      leftSection={<IconSettings size={18} aria-hidden />}
      rightSection={<IconArrowRight size={18} aria-hidden />}
      renderRoot={props => <Link to="/fees/manage" {...props} />}
    >
      {text.manage}
    </Button>
  )
  return (
    <Box maw={1120}>
      {manageButton && <PageHeader actions={manageButton} />}
      {isQueryErrorShownInsteadOfData(query) ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : query.data ? (
        <OwnFeesContent fees={query.data} />
      ) : (
        <OwnFeesSkeleton />
      )}
    </Box>
  )
}
