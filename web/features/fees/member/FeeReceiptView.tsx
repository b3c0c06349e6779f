import { Alert, Box, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Receipt } from '#shared/contracts/fees/fees.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatMoney } from '#shared/money/money.ts'
import { payText } from '#texts/fee-payments.ts'
import { planViewText, receiptText as text } from '#texts/fees.ts'
import { useReceipt } from '#web/features/fees/fees.api.ts'
import { formatFeeName } from '#web/features/fees/format-period.ts'
import { ReceiptPdfButton } from '#web/features/fees/receipts/ReceiptPdfButton.tsx'
import { formatCalendarDate, formatDateTime } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'

function ReceiptRow({
  label,
  children,
  isStrong = false,
}: {
  label: string
  children: ReactNode
  isStrong?: boolean
}) {
  return (
    <Group
      justify="space-between"
      align="baseline"
      wrap="nowrap"
      py={10}
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Text component="dt" fz={14} c={isStrong ? undefined : 'dimmed'} fw={isStrong ? 700 : undefined}>
        {label}
      </Text>
      <Text
        component="dd"
        m={0}
        ta="right"
        className="tabular"
        fz={isStrong ? 22 : 15}
        fw={isStrong ? 700 : 500}
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Text>
    </Group>
  )
}

/** Shows how each amount on a receipt was computed, so that readers can check it. */
function ReceiptItems({ receipt: { items, currency } }: { receipt: Receipt }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  return items.map(item => (
    <Fragment key={item.reference}>
      <ReceiptRow label={text.purpose}>{formatFeeName(item.planName, item.period)}</ReceiptRow>
      <ReceiptRow label={text.charged}>{formatAmount(item.charged)}</ReceiptRow>
      {item.reductions.map(({ reason, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the reductions on a receipt never change
        <ReceiptRow key={index} label={reason ?? text.reduction}>
          {formatAmount(-amount)}
        </ReceiptRow>
      ))}
      {item.paidBefore > 0 && (
        <ReceiptRow label={text.paidBefore}>{formatAmount(-item.paidBefore)}</ReceiptRow>
      )}
    </Fragment>
  ))
}

/** Header of a receipt in the organisation's colour: who collects the fee, and whether the receipt is valid. */
function ReceiptHead({ receipt: { payeeName, isReversed } }: { receipt: Receipt }) {
  const Icon = isReversed ? IconCircleX : IconCircleCheck
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {getCountryName(payeeName)}
        </Title>
        <Text fz={14}>{text.official}</Text>
      </div>
      <Group
        component="span"
        gap={6}
        wrap="nowrap"
        flex="none"
        px={12}
        py={4}
        bdrs={20}
        fz={14}
        fw={600}
        style={{ border: '1px solid var(--mantine-color-emas-4)' }}
      >
        <Icon size={16} aria-hidden />
        {isReversed ? text.reversed : text.valid}
      </Group>
    </Group>
  )
}

export function FeeReceiptView({ id }: { id: number }) {
  const query = useReceipt(id)
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const receipt = query.data
  if (!receipt) return <Skeleton height={420} maw={560} mx="auto" radius={16} />
  const formatAmount = (amount: number) => formatMoney({ amount, currency: receipt.currency })
  return (
    <Stack maw={560} mx="auto" gap="md">
      {receipt.isOwn ? (
        <BackLink to="/fees">{payText.back}</BackLink>
      ) : (
        <BackLink to="/fees/manage">{planViewText.back}</BackLink>
      )}
      <Card component="article" aria-label={text.title}>
        <Card.Section px={20} py={18} bg="var(--mantine-color-laut-9)" c="white">
          <ReceiptHead receipt={receipt} />
        </Card.Section>
        <Box ta="center" my={20}>
          <Text fz={13} c="dimmed">
            {text.number}
          </Text>
          <Text className="tabular" fz={22} fw={700}>
            {receipt.code}
          </Text>
        </Box>
        {receipt.isReversed && (
          <Alert color="red" mb={12}>
            {text.reversedHelp}
          </Alert>
        )}
        <Box component="dl" m={0}>
          <ReceiptRow label={text.from}>
            {receipt.payerName}
            {receipt.membershipNumber && (
              <Box component="span" display="block" fz={13} c="dimmed">
                {receipt.membershipNumber}
              </Box>
            )}
          </ReceiptRow>
          <ReceiptItems receipt={receipt} />
          <ReceiptRow label={text.way}>
            {text.wayOn({ method: text[receipt.method], day: formatCalendarDate(receipt.paidOn) ?? '' })}
          </ReceiptRow>
          {receipt.credited > 0 && (
            <ReceiptRow label={text.credited}>{formatAmount(receipt.credited)}</ReceiptRow>
          )}
          <ReceiptRow label={text.received} isStrong>
            {formatAmount(receipt.amount)}
          </ReceiptRow>
        </Box>
        {receipt.bookedBy && (
          <Text fz={13} c="dimmed" mt={8}>
            {text.bookedBy({
              name: receipt.bookedBy,
              when: formatDateTime(receipt.createdAt).replaceAll(' ', '\u00a0'),
            })}
          </Text>
        )}
      </Card>
      {!receipt.isReversed && <ReceiptPdfButton receipt={receipt} />}
    </Stack>
  )
}
