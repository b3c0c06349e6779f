import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  Kbd,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipText, slipQueueText as text } from '#texts/fee-payments.ts'
import { useTransferSlip } from '#web/features/fees/fee-payments.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useKeyboardShortcuts } from '#web/lib/device/use-keyboard-shortcuts.ts'
import { formatDayAndMonth } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import {
  SplitPaymentAmongChargesButton,
  SplitPaymentAmongChargesForm,
} from './SplitPaymentAmongChargesForm.tsx'
import {
  ChargeBalanceAfterPayment,
  UnpaidChargePickerForTransferSlip,
} from './UnpaidChargePickerForTransferSlip.tsx'
import { UploadedTransferSlip } from './UploadedTransferSlip.tsx'
import { type TransferSlipReview, useTransferSlipReview } from './use-transfer-slip-review.ts'

export interface TransferSlipDecision {
  id: number
  /** Fee that the payment settles first; undefined if no fee is owed and the payment becomes credit. */
  chargeId?: number
  amount: number
  parts?: { chargeId: number; amount: number }[]
}

interface Props {
  position: string
  isBusy: boolean
  onConfirm: (decision: TransferSlipDecision) => void
  onReject: (slip: TransferSlipDetail) => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** Outline of a disabled navigation button. A filled one would look heavier than an enabled button. */
const outlined = {
  bg: 'var(--mantine-color-default)',
  bd: '1px solid var(--mantine-color-default-border)',
}

/** Position in the queue of payment slips, with buttons for the previous and next slip. Only for phones. */
function TransferSlipNavigation({
  position,
  onPrevious,
  onNext,
}: Pick<Props, 'position' | 'onPrevious' | 'onNext'>) {
  return (
    <Group gap={12} justify="space-between" mb={8} hiddenFrom="sm">
      <ActionIcon
        variant="default"
        size={44}
        aria-label={text.previousSlip}
        disabled={!onPrevious}
        onClick={onPrevious}
        {...outlined}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Text size="sm" c="dimmed" className="tabular">
        {position}
      </Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={text.nextSlip}
        disabled={!onNext}
        onClick={onNext}
        {...outlined}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Member, date and stated amount of the payment slip. On phones they stand above the picture of the slip. */
function TransferSlipHeading({ slip, position }: { slip: TransferSlipDetail; position: string }) {
  return (
    <Group justify="space-between" align="baseline" wrap="nowrap" mb={12}>
      <div>
        <Title order={2} size="h4" className={styles.name}>
          {slip.fullName}
        </Title>
        <Text size="sm" c="dimmed">
          {[slip.membershipNumber, slip.paidOn && text.paidOn({ day: formatDayAndMonth(slip.paidOn) })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Box ta="end" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        <Text fw={700} fz={18} hiddenFrom="md">
          {formatMoney(slip)}
        </Text>
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {position}
        </Text>
      </Box>
    </Group>
  )
}

function TransferSlipFacts({ slip, review }: { slip: TransferSlipDetail; review: TransferSlipReview }) {
  const { proposal, amount } = review
  return (
    <Stack gap={14}>
      {slip.note && <Text size="sm">{text.note({ note: slip.note })}</Text>}
      {slip.isOwn && <Alert color="emas">{text.own}</Alert>}
      {slip.proposals.length === 0 && <Alert color="gray">{text.noCharge}</Alert>}
      <TextInput
        label={`${text.arrived} (${slip.currency})`}
        description={`${text.stated}: ${formatMoney(slip)}`}
        inputMode="decimal"
        value={review.typed}
        error={!review.isAmountValid && slipText.amountError}
        onChange={event => review.setTyped(event.currentTarget.value)}
      />
      {proposal && (
        <Stack gap={10}>
          <Group justify="space-between" mih={28}>
            <Text size="sm" fw={600}>
              {review.isSplit ? text.splitAmong : text.which}
            </Text>
            {slip.proposals.length > 1 && <SplitPaymentAmongChargesButton review={review} />}
          </Group>
          {review.isSplit ? (
            <SplitPaymentAmongChargesForm slip={slip} review={review} />
          ) : (
            <UnpaidChargePickerForTransferSlip
              slip={slip}
              amount={amount}
              chargeId={proposal.chargeId}
              onChoose={review.choose}
            />
          )}
        </Stack>
      )}
      {proposal && review.isAmountValid && !review.isSplit && (
        <ChargeBalanceAfterPayment slip={slip} allocation={review.allocation} proposal={proposal} />
      )}
    </Stack>
  )
}

function NextReceiptNotice({ slip }: { slip: TransferSlipDetail }) {
  return (
    <Alert color="laut" icon={null} p="sm">
      {text.receipt({ code: slip.nextReceiptCode })}
      <Text size="sm">{text.receiptNote}</Text>
    </Alert>
  )
}

function TransferSlipDecisionBar({
  slip,
  review,
  isBusy,
  onConfirm,
  onReject,
  onNext,
}: Omit<Props, 'position' | 'onConfirm' | 'onPrevious'> & {
  slip: TransferSlipDetail
  review: TransferSlipReview
  onConfirm: () => void
}) {
  const isPhone = useIsPhone()
  return (
    <div className={styles.decide}>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconX size={18} aria-hidden />}
        rightSection={!isPhone && <Kbd>T</Kbd>}
        disabled={isBusy || slip.isOwn}
        onClick={() => onReject(slip)}
      >
        {text.reject}
      </Button>
      <Text flex="1 1 auto" className={styles.needed} />
      {!isPhone && (
        <Button variant="default" rightSection={<Kbd>J</Kbd>} disabled={!onNext} onClick={onNext}>
          {text.skip}
        </Button>
      )}
      <Button
        leftSection={!isPhone && <IconCheck size={18} aria-hidden />}
        rightSection={!isPhone && <Kbd>L</Kbd>}
        disabled={isBusy || !review.canConfirm}
        onClick={onConfirm}
      >
        {text.confirm({ amount: formatMoney({ amount: review.amount, currency: slip.currency }) })}
      </Button>
    </div>
  )
}

function LoadedTransferSlip({ slip, ...props }: Props & { slip: TransferSlipDetail }) {
  const review = useTransferSlipReview(slip)
  const { proposal, amount, canConfirm } = review
  const confirmTransferSlip = () => {
    if (canConfirm && !props.isBusy)
      props.onConfirm({
        id: slip.id,
        chargeId: proposal?.chargeId,
        amount,
        ...(review.isSplit && { parts: review.allocation.parts }),
      })
  }
  const digits = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [String(index + 1), () => review.chooseByPosition(index + 1)]),
  )
  useKeyboardShortcuts({
    ...digits,
    l: confirmTransferSlip,
    b: review.toggleSplit,
    t: () => {
      if (!slip.isOwn && !props.isBusy) props.onReject(slip)
    },
  })
  return (
    <>
      <div className={styles.evidence}>
        <TransferSlipNavigation {...props} />
        <TransferSlipHeading slip={slip} position={props.position} />
        {/* With two columns, the receipt stands below the picture, beside both rows of the facts. */}
        <Columns
          template={{ md: 'minmax(0, 4fr) minmax(0, 5fr)' }}
          gap={14}
          align="start"
          style={{ columnGap: 20, gridTemplateRows: 'auto 1fr' }}
        >
          <UploadedTransferSlip slip={slip} />
          <Box style={{ gridRow: 'span 2' }}>
            <TransferSlipFacts slip={slip} review={review} />
          </Box>
          {review.isAmountValid && <NextReceiptNotice slip={slip} />}
        </Columns>
      </div>
      <TransferSlipDecisionBar {...props} slip={slip} review={review} onConfirm={confirmTransferSlip} />
    </>
  )
}

/** Review of a payment slip: its picture, the fees it may pay with their total, and the decision buttons. */
export function TransferSlipReviewPanel({ id, ...props }: Props & { id: number }) {
  const query = useTransferSlip(id)
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={420} m="lg" w="auto" />
  return <LoadedTransferSlip key={id} slip={query.data} {...props} />
}
