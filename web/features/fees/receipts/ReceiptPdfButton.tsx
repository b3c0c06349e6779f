import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Receipt } from '#shared/contracts/fees/fees.schemas.ts'
import { receiptPdfText as text } from '#texts/fee-payments.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'

/** Button that saves a receipt as PDF in the user's language. The code that draws it is loaded on the first click. */
export function ReceiptPdfButton({ receipt }: { receipt: Receipt }) {
  const save = useMutation({
    mutationFn: async () => {
      const { drawReceiptPdf } = await import('./draw-receipt-pdf.ts')
      saveBlobAsFile(await drawReceiptPdf(receipt), text.file({ code: receipt.code }))
    },
    meta: { failure: text.failed },
  })
  return (
    <Button
      h={48}
      leftSection={<IconFileDownload size={20} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text.download}
    </Button>
  )
}
