import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { download } from '#web/lib/download.ts'
import { exportUrl, type UserFilter } from './users.api.ts'
import { usersText as text } from './users.text.ts'

/** Exactly what the filter shows. CSV goes straight to disk; a spreadsheet may be refused, and then says why. */
export function ExportMenu({ filter }: { filter: UserFilter }) {
  const sheet = useMutation({
    mutationFn: () => download(exportUrl(filter, 'xlsx'), 'ahli.xlsx'),
    meta: { failure: text.exportFailed },
  })
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 150 }}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={sheet.isPending}
        >
          {sheet.isPending ? text.exporting : text.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={exportUrl(filter, 'csv')} download>
          {text.csv}
        </Menu.Item>
        <Menu.Item onClick={() => sheet.mutate()}>{text.xlsx}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
