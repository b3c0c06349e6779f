import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { exportText as text } from '#texts/lists.ts'
import { downloadAfterReauthentication, fetchAndSaveFile } from '#web/lib/http/download.ts'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'

/** Export menu of a list. The browser downloads CSV itself. XLSX is fetched by script, so that errors can be shown. */
export function ExportMenu({
  urlFor,
  label = text.export,
  isShort = false,
  isFiltered = false,
  hasPeople = false,
  hasIconOnly = false,
}: {
  urlFor: (format: ExportFormat) => string
  label?: string
  /** Whether the list is always short, so that the export menu need not mention a row limit. */
  isShort?: boolean
  /** Whether the list is filtered, so that the export contains only the rows that match the filters. */
  isFiltered?: boolean
  /** Whether the export contains personal data and therefore requires a recent re-authentication. */
  hasPeople?: boolean
  /** Whether the export button shows only its icon, to fit into a row on phones. */
  hasIconOnly?: boolean
}) {
  const sheet = useMutation({
    mutationFn: () => fetchAndSaveFile(urlFor('xlsx')),
    meta: { failure: text.failed },
  })
  const csv = useMutation({
    mutationFn: () => downloadAfterReauthentication(urlFor('csv')),
    meta: { failure: text.failed },
  })
  return (
    <LazyMenu
      button={
        hasIconOnly ? (
          <ActionIcon variant="default" size={36} aria-label={label} loading={sheet.isPending}>
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={sheet.isPending}
          >
            {sheet.isPending ? text.exporting : label}
          </Button>
        )
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
            {isShort ? 'CSV' : isFiltered ? text.csvFiltered : text.csv}
          </Menu.Item>
          <Menu.Item onClick={() => sheet.mutate()}>
            {isShort ? 'Excel' : isFiltered ? text.xlsxFiltered : text.xlsx}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  )
}
