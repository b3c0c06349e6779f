import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { download, downloadAfterProof } from '#web/lib/download.ts'
import { LateMenu } from './Late.tsx'

const text = {
  export: 'Eksport',
  csv: 'CSV (semua baris)',
  xlsx: 'Excel (sehingga 50,000 baris)',
  failed: 'Gagal mengeksport senarai',
  exporting: 'Sedang menyediakan fail…',
}

/** Exactly what the list shows. CSV goes straight to disk; a spreadsheet may be refused, and then says why. */
export function ExportMenu({
  urlFor,
  name,
  label = text.export,
  isShort = false,
  hasPeople = false,
}: {
  urlFor: (format: ExportFormat) => string
  name: string
  label?: string
  /** Never more than a few rows: nothing to say about how many. */
  isShort?: boolean
  /** Taken away only by whoever has lately proved who they are. */
  hasPeople?: boolean
}) {
  const sheet = useMutation({
    mutationFn: () => download(urlFor('xlsx'), `${name}.xlsx`),
    meta: { failure: text.failed },
  })
  const csv = useMutation({
    mutationFn: () => downloadAfterProof(urlFor('csv')),
    meta: { failure: text.failed },
  })
  return (
    <LateMenu
      button={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={sheet.isPending}
        >
          {sheet.isPending ? text.exporting : label}
        </Button>
      }
    >
      {Menu => (
        <>
          <Menu.Item
            component="a"
            href={urlFor('csv')}
            download
            onClick={event => {
              if (!hasPeople) return
              event.preventDefault()
              csv.mutate()
            }}
          >
            {isShort ? 'CSV' : text.csv}
          </Menu.Item>
          <Menu.Item onClick={() => sheet.mutate()}>{isShort ? 'Excel' : text.xlsx}</Menu.Item>
        </>
      )}
    </LateMenu>
  )
}
