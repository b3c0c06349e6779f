import { Box, Button, Card, Flex, Group, Skeleton, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { FeePlanDetail } from '#shared/contracts/fees/fee-plans.schemas.ts'
import type { PlanCharge } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { planViewText as text } from '#texts/fees.ts'
import { ChargeStatusBadge } from '#web/features/fees/ChargeStatusBadge.tsx'
import { usePlanCharges } from '#web/features/fees/fees.api.ts'
import { formatFeePeriod } from '#web/features/fees/format-period.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { PaginationButtons } from '#web/ui/list/PaginationButtons.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import type { PlanSearch } from './plan.search.ts'

const RecordPaymentDialog = createLazyOverlay(
  async () => (await import('./RecordPaymentDialog.tsx')).RecordPaymentDialog,
)

const pageSize = 25

/** Name of a person whose lines break before words such as "bin" and "a/p", if the name does not fit into one line. */
function PersonName({ name }: { name: string }) {
  return name.split(/ (?=(?:bin|binti|a\/l|a\/p) )/i).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <Box component="span" display="inline-block">
        {part}
      </Box>
    </Fragment>
  ))
}

/** Button that records a cash payment. On phones it has no icon, to fit into the row of the member. */
function RecordCashPaymentButton({ name, onClick }: { name: string; onClick: () => void }) {
  const isPhone = useIsPhone()
  return (
    <Button
      variant="default"
      mih={44}
      px={isPhone ? 10 : undefined}
      leftSection={!isPhone && <IconCash size={18} aria-hidden />}
      aria-label={text.cashFor({ name })}
      onClick={onClick}
    >
      {text.cash}
    </Button>
  )
}

/** Describes what a member owes for a fee, and names the period if the fee has several. */
function PlanChargeRow({
  plan,
  charge,
  onCash,
}: {
  plan: FeePlanDetail
  charge: PlanCharge
  onCash?: () => void
}) {
  const amount = charge.outstanding > 0 ? charge.outstanding : charge.amount
  const period = plan.periods.length > 1 && formatFeePeriod(charge.period)
  return (
    <Box component="li" px={14} py={10} style={{ borderTop: '1px solid var(--line)' }}>
      <Group gap={12} mih={44} wrap="nowrap">
        <PersonAvatar person={charge} />
        {/* Phones show the amount and the status below the name, so that long names have room. */}
        <Flex
          flex="1 1 auto"
          miw={0}
          direction={{ base: 'column', sm: 'row' }}
          align={{ sm: 'center' }}
          gap={{ base: 4, sm: 12 }}
        >
          <Box flex="1 1 auto" miw={0}>
            <Text
              fw={600}
              lh={1.3}
              display="block"
              w="fit-content"
              className="lone"
              style={{ overflowWrap: 'anywhere', textWrap: 'wrap' }}
              renderRoot={props => (
                <Link to="/fees/accounts/$id" params={{ id: String(charge.accountId) }} {...props} />
              )}
            >
              <PersonName name={charge.fullName} />
            </Text>
            <Text fz={13} c="dimmed">
              {[charge.membershipNumber, period].filter(Boolean).join(' · ')}
            </Text>
          </Box>
          <Flex
            direction={{ base: 'row', sm: 'column' }}
            align={{ base: 'center', sm: 'flex-end' }}
            gap={{ base: 8, sm: 4 }}
            flex="none"
          >
            <Text className="tabular" fw={600}>
              {formatMoney({ amount, currency: charge.currency })}
            </Text>
            <ChargeStatusBadge charge={charge} />
          </Flex>
        </Flex>
        {/* On wide screens, a row without the button keeps its space, to align the amounts. */}
        {plan.isManaged && (
          <Box miw={{ sm: 104 }} ta="right" flex="none">
            {onCash && <RecordCashPaymentButton name={charge.fullName} onClick={onCash} />}
          </Box>
        )}
      </Group>
    </Box>
  )
}

/** Lists the members of a fee plan and what each owes. Its "cash" button records a payment in cash. */
export function FeePlanChargeList({
  plan,
  user,
  search,
  onPage,
}: {
  plan: FeePlanDetail
  user: CurrentUser
  search: PlanSearch
  onPage: (page: number) => void
}) {
  const page = search.page ?? 1
  const list = usePlanCharges(plan.id, { ...search, page, pageSize })
  const [paying, setPaying] = useState<PlanCharge>()
  if (isQueryErrorShownInsteadOfData(list))
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <Skeleton height={320} radius={16} />
  const { rows, total, isCapped } = list.data
  const canRecordPayment = (charge: PlanCharge) =>
    plan.isManaged && charge.outstanding > 0 && charge.userId !== user.id
  return (
    <Card padding={0}>
      {rows.length === 0 ? (
        <EmptyState text={text.none} />
      ) : (
        <Box component="ul" p={0} m={0} aria-label={text.members} style={{ listStyle: 'none' }}>
          {rows.map(charge => (
            <PlanChargeRow
              key={charge.id}
              plan={plan}
              charge={charge}
              onCash={canRecordPayment(charge) ? () => setPaying(charge) : undefined}
            />
          ))}
        </Box>
      )}
      {(total > pageSize || page > 1) && (
        <Box px={14} pb={14}>
          <PaginationButtons
            list={text.members}
            page={page}
            pageSize={pageSize}
            total={total}
            isCapped={isCapped}
            onChange={onPage}
          />
        </Box>
      )}
      {paying && (
        <RecordPaymentDialog
          payment={{ ...paying, chargeId: paying.id }}
          onClose={() => setPaying(undefined)}
        />
      )}
    </Card>
  )
}
