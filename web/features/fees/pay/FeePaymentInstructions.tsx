import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Badge.css'
import { Alert, Box, Button, Card, Flex, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCameraPlus, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentDetails } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatIban } from '#shared/payments/iban.ts'
import { payText as text } from '#texts/fee-payments.ts'
import { usePayment } from '#web/features/fees/fee-payments.api.ts'
import { formatFeeName } from '#web/features/fees/format-period.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { formatDate, formatDayAndMonth } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { StickyFooter } from '#web/ui/layout/StickyFooter.tsx'
import { CopyablePaymentDetail } from './CopyablePaymentDetail.tsx'
import { OwnTransferSlips } from './OwnTransferSlips.tsx'
import { PayeeChangeAlert } from './PayeeChangeNotice.tsx'
import { PaymentQr } from './PaymentQr.tsx'
import { SendTransferSlipDialog } from './SendTransferSlipDialog.tsx'

const pageWidth = 560

/** Bank account to which the member transfers a fee. Each of its values can be copied. */
function BankTransferDetails({ payee }: { payee: NonNullable<PaymentDetails['payee']> }) {
  const isIban = payee.kind === 'iban'
  return (
    <Card padding={0}>
      {/* The card clips the lower border of the last row. */}
      <Box mb={-1}>
        {payee.accountNumber && (
          <CopyablePaymentDetail
            label={isIban ? text.iban : text.accountNumber}
            value={isIban ? formatIban(payee.accountNumber) : payee.accountNumber}
            copied={payee.accountNumber}
          />
        )}
        <CopyablePaymentDetail label={text.holder} value={payee.holder} />
        {payee.bankCode && (
          <CopyablePaymentDetail label={isIban ? text.bic : text.bankCode} value={payee.bankCode} />
        )}
        {payee.bank && <CopyablePaymentDetail label={text.bank} value={payee.bank} />}
      </Box>
    </Card>
  )
}

function BankTransferInstructions({ payment }: { payment: PaymentDetails }) {
  const { charge, payee, qr } = payment
  if (!payee) return <Alert color="gray">{text.noPayee}</Alert>
  return (
    <>
      <PaymentQr
        money={{ amount: charge.outstanding, currency: charge.currency }}
        qr={qr}
        reference={charge.reference}
      />
      <BankTransferDetails payee={payee} />
    </>
  )
}

function UnpaidChargePayment({ payment }: { payment: PaymentDetails }) {
  const [method, setMethod] = useState('transfer')
  const [isUploading, dialog] = useDisclosure()
  const methods = [
    { value: 'transfer', label: text.transfer },
    { value: 'cash', label: text.cash },
  ]
  return (
    <>
      <SegmentedControl fullWidth data={methods} value={method} onChange={setMethod} />
      {method === 'cash' ? (
        <Alert color="laut">{text.cashHelp}</Alert>
      ) : (
        <BankTransferInstructions payment={payment} />
      )}
      <OwnTransferSlips slips={payment.slips} charge={payment.charge} />
      <Flex gap={8} fz="sm" c="dimmed">
        <IconShieldCheck size={16} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
        {text.never}
      </Flex>
      {method === 'transfer' && (
        <StickyFooter>
          <Box maw={pageWidth} mx="auto">
            <Button
              fullWidth
              h={48}
              leftSection={<IconCameraPlus size={20} aria-hidden />}
              onClick={dialog.open}
            >
              {text.upload}
            </Button>
          </Box>
        </StickyFooter>
      )}
      {isUploading && <SendTransferSlipDialog charge={payment.charge} onClose={dialog.close} />}
    </>
  )
}

/** Page that tells a member how to pay a fee: amount, reference, account, QR code and upload of the payment slip. */
export function FeePaymentInstructions({ chargeId }: { chargeId: number }) {
  const query = usePayment(chargeId)
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const payment = query.data
  if (!payment) return <Skeleton height={560} maw={pageWidth} mx="auto" radius={16} />
  const { charge, payeeChangedAt } = payment
  return (
    <Stack maw={pageWidth} mx="auto" gap="md">
      <div>
        <BackLink to="/fees">{text.back}</BackLink>
        <Title order={2} size="h3">
          {formatFeeName(charge.planName, charge.period)}
        </Title>
        <Text c="dimmed">
          <DotSeparatedList
            parts={[
              getFeeCollectorName(charge.collector),
              text.due({ day: formatDayAndMonth(charge.dueOn) }),
            ]}
          />
        </Text>
      </div>
      {payeeChangedAt && (
        <PayeeChangeAlert
          title={text.changed({ day: formatDate(payeeChangedAt).replaceAll(' ', '\u00a0') })}
        />
      )}
      {charge.outstanding > 0 ? (
        <UnpaidChargePayment payment={payment} />
      ) : (
        <>
          <Alert color="laut">{text.paid}</Alert>
          <OwnTransferSlips slips={payment.slips} charge={charge} />
        </>
      )}
    </Stack>
  )
}
