import { Alert, Anchor, Box, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { slipText, slipQueueText as text } from '#texts/fee-payments.ts'
import { formatDate } from '#web/lib/format/format.ts'

/** Says whether the same file was uploaded before as a payment slip, and by whom. */
function RepeatNotice({ repeats }: Pick<TransferSlipDetail, 'repeats'>) {
  if (repeats.length === 0)
    return (
      <Alert color="laut" icon={<IconShieldCheck aria-hidden />}>
        {text.fresh}
      </Alert>
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
export function TransferSlipPicture({ slip }: { slip: TransferSlipDetail }) {
  const { file } = slip
  return (
    <Stack gap={12}>
      {file?.contentType.startsWith('image/') ? (
        <Box p={12} bdrs={12} mah={520} bg="var(--page)" style={{ aspectRatio: '4 / 5' }}>
          <img
            src={file.url}
            alt={text.picture({ name: slip.fullName })}
            style={{ width: '100%', height: '100%', objectFit: 'contain' }}
          />
        </Box>
      ) : (
        <Alert color="gray">{text.pdf}</Alert>
      )}
      {file && (
        <Anchor href={file.url} target="_blank" rel="noreferrer" className="lone">
          {text.open}
        </Anchor>
      )}
      <RepeatNotice repeats={slip.repeats} />
    </Stack>
  )
}
