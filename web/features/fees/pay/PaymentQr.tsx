import { Box, Button, Card, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatMoney, type Money } from '#shared/money/money.ts'
import { payText as text } from '#texts/fee-payments.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import { CopyablePaymentDetail } from './CopyablePaymentDetail.tsx'

/** Button that saves the payment QR code as a picture. The library that draws it is loaded on the first click. */
async function saveQr(code: string, name: string): Promise<void> {
  const { downloadPaymentQrCode } = await import('./download-payment-qr-code.ts')
  await downloadPaymentQrCode(code, name)
}

/**
 * Amount, reference and QR code of a payment. A bank app on the same phone can read the QR code from the saved picture.
 */
export function PaymentQr({
  money,
  qr,
  reference,
}: {
  money: Money
  qr: { text: string; hasReference: boolean } | null
  reference: string
}) {
  const amount = formatMoney(money)
  return (
    <Card component="section" aria-label={text.toPay} padding={0}>
      <Text fz={34} fw={700} lh={1.2} ta="center" py={14} className="tabular">
        {amount}
      </Text>
      <CopyablePaymentDetail label={text.reference} value={reference} isMain />
      {qr && (
        <Stack align="center" gap={16} p={16}>
          <Text size="sm" ta="center" c="dimmed" style={{ textWrap: 'balance' }}>
            {qr.hasReference ? text.scan : text.scanAmount}
          </Text>
          <Box w={220} h={220}>
            <QrCode text={qr.text} label={text.qrLabel({ amount })} fillsFrame />
          </Box>
          <Button
            variant="default"
            h={44}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void saveQr(qr.text, `${reference}.png`)}
          >
            {text.saveQr}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
