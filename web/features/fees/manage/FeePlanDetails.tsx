import { ActionIcon, Button, Card, Group, NativeSelect, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconDots, IconLock, IconPencil } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { chargeStates } from '#shared/contracts/fees/charge-states.ts'
import type { FeePlanDetail } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { accountText, manageText, raiseText, planViewText as text } from '#texts/fees.ts'
import { createFeeExportUrlBuilder, useCloseFeePlan, useFeePlan } from '#web/features/fees/fees.api.ts'
import { formatFeePeriod } from '#web/features/fees/format-period.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ChargedAndPaidFeeTotals } from './ChargedAndPaidFeeTotals.tsx'
import { FeePlanChargeList } from './FeePlanChargeList.tsx'
import type { PlanSearch } from './plan.search.ts'

const ChargePlanMembersDialog = createLazyOverlay(
  async () => (await import('./ChargePlanMembersDialog.tsx')).ChargePlanMembersDialog,
)
const FeePlanDialog = createLazyOverlay(async () => (await import('./FeePlanDialog.tsx')).FeePlanDialog)

function FeePlanActions({
  plan,
  onRaise,
  onEdit,
}: {
  plan: FeePlanDetail
  onRaise: () => void
  onEdit: () => void
}) {
  const close = useCloseFeePlan(plan.id)
  if (!plan.isManaged || plan.closedAt) return null
  const confirmClosing = () =>
    openConfirmDialog({
      title: text.closeTitle,
      text: text.closeBody,
      action: text.close,
      isDangerous: true,
      onConfirm: () => close.mutate(),
    })
  return (
    <Group gap="xs" wrap="nowrap" flex={1}>
      <Button flex={1} leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={onRaise}>
        {raiseText.open}
      </Button>
      <LazyMenu
        button={
          <ActionIcon variant="default" size={36} aria-label={accountText.rowMenu({ name: plan.name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {Menu => (
          <>
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
              {text.edit}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconLock size={18} aria-hidden />} onClick={confirmClosing}>
              {text.close}
            </Menu.Item>
          </>
        )}
      </LazyMenu>
    </Group>
  )
}

function PlanChargeFilters({
  plan,
  search,
  onSearch,
}: {
  plan: FeePlanDetail
  search: PlanSearch
  onSearch: (change: PlanSearch) => void
}) {
  const changeText = useCallback((value: string) => onSearch({ search: value || undefined }), [onSearch])
  const isPhone = useIsPhone()
  const exporting = (
    <ExportMenu urlFor={createFeeExportUrlBuilder(plan.id, search)} hasPeople hasIconOnly={isPhone} />
  )
  return (
    <Group gap={8}>
      <SearchField
        flex={isPhone ? '1 1 200px' : '1 1 260px'}
        label={text.search}
        value={search.search ?? ''}
        onChange={changeText}
      />
      {isPhone && exporting}
      {plan.periods.length > 1 && (
        <NativeSelect
          aria-label={text.period}
          flex="1 1 130px"
          value={search.period ?? ''}
          data={[
            { value: '', label: text.allPeriods },
            ...plan.periods.map(({ period }) => ({ value: period, label: formatFeePeriod(period) })),
          ]}
          onChange={event => onSearch({ period: event.currentTarget.value || undefined })}
        />
      )}
      <NativeSelect
        aria-label={text.state}
        flex="1 1 130px"
        value={search.state ?? ''}
        data={[
          { value: '', label: text.allStates },
          ...chargeStates.map(value => ({ value, label: text.states[value] })),
        ]}
        onChange={event =>
          onSearch({ state: chargeStates.find(state => state === event.currentTarget.value) })
        }
      />
      {!isPhone && exporting}
    </Group>
  )
}

interface Props {
  id: number
  user: CurrentUser
  search: PlanSearch
  onSearch: (change: PlanSearch) => void
  onPage: (page: number) => void
}

/** Page of a fee plan for managers: sums, and which members have paid or still owe the fee. */
export function FeePlanDetails({ id, user, search, onSearch, onPage }: Props) {
  const query = useFeePlan(id)
  const [opened, setOpened] = useState<'raise' | 'edit'>()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const plan = query.data
  if (!plan) return <Skeleton height={420} maw={820} radius={16} />
  const period = plan.periods.find(item => item.period === search.period)
  return (
    <div className={cards.page}>
      <BackLink to="/fees/manage">{text.back}</BackLink>
      <PageHeader
        title={plan.name}
        subtitle={
          <DotSeparatedList
            parts={[
              getFeeCollectorName(plan),
              manageText.perPlan({ amount: formatMoney(plan), period: plan.period }),
              plan.closedAt && manageText.closed,
              plan.periods.some(item => !item.isFinished) && text.running,
            ]}
          />
        }
        actions={
          <FeePlanActions plan={plan} onRaise={() => setOpened('raise')} onEdit={() => setOpened('edit')} />
        }
      />
      {plan.periods.length === 0 ? (
        <Card>
          <EmptyState text={text.notRaised} />
        </Card>
      ) : (
        <>
          <ChargedAndPaidFeeTotals sums={period?.sums ?? plan.sums} currency={plan.currency} />
          <PlanChargeFilters plan={plan} search={search} onSearch={onSearch} />
          <FeePlanChargeList plan={plan} user={user} search={search} onPage={onPage} />
        </>
      )}
      {opened === 'raise' && <ChargePlanMembersDialog plan={plan} onClose={() => setOpened(undefined)} />}
      {opened === 'edit' && <FeePlanDialog user={user} plan={plan} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
