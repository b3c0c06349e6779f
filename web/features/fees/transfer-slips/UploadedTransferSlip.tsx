import { Alert, Anchor, Box, Flex, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { slipText, slipQueueText as text } from '#texts/fee-payments.ts'
import { formatDate } from '#web/lib/format/format.ts'

/** Says whether the file of a payment slip was uploaded before as another slip, and by whom. */
function RepeatedFileNotice({ repeats }: Pick<TransferSlipDetail, 'repeats'>) {
  if (repeats.length === 0)
    return (
      <Flex gap={6} align="center" c="var(--good-text)">
        <IconShieldCheck size={18} aria-hidden />
        <Text size="sm">{text.fresh}</Text>
      </Flex>
    )
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={text.repeated}>
      {repeats.map(({ id, fullName: name, createdAt, status, receiptCode: receipt }) => {
        const facts = { name, day: formatDate(createdAt), status: slipText.statuses[status] }
        return (
          <Text size="sm" key={id}>
            {receipt ? text.repeatReceipt({ ...facts, receipt }) : text.repeat(facts)}
          </Text>
        )
      })}
    </Alert>
  )
}

/** Uploaded payment slip: a picture, or a link to the PDF. */
export function UploadedTransferSlip({ slip }: { slip: TransferSlipDetail }) {
  const { file } = slip
  return (
    <Stack gap={8}>
      {file?.contentType.startsWith('image/') ? (
        <Box
          p={{ base: 8, md: 12 }}
          bdrs={12}
          mah={520}
          bg="var(--page)"
          style={{ aspectRatio: '4 / 5', width: '100%' }}
        >
          <img
            src={file.url}
            alt={text.picture({ name: slip.fullName })}
            style={{ width: '100%', height: '100%', objectFit: 'contain' }}
          />
        </Box>
      ) : (
        <Alert color="gray">{text.pdf}</Alert>
      )}
      <Group gap="8px 12px" mih={32} justify="space-between">
        {file && (
          <Anchor href={file.url} target="_blank" rel="noreferrer" size="sm" className="lone">
            {text.open}
          </Anchor>
        )}
        <RepeatedFileNotice repeats={slip.repeats} />
      </Group>
    </Stack>
  )
}
