import { Box, Button, Text } from '@mantine/core'
import { IconHeadphones, IconPaperclip, IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openReportedFile } from '#shared/contracts/reports/reports.endpoints.ts'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { fillText } from '#shared/language/texts.ts'
import { reportsText as text } from '#texts/reports.ts'
import { fetchAttachedFile, getSafeFileName } from '#web/lib/e2ee/message/attached-file.ts'
import { buildEndpointUrl } from '#web/lib/http/api.ts'
import styles from './Reports.module.css'

const icons = { image: IconPhoto, voice: IconHeadphones, document: IconPaperclip }

/** File of a reported chat message. It opens only on request, to spare moderators the sight of reported pictures. */
export function ReportedChatFilePreview({ report, file }: { report: ReportRow; file: AttachedFile }) {
  const [url, setUrl] = useState<string>()
  const name = getSafeFileName(file)
  const Icon = icons[file.kind]
  const fileUrl = buildEndpointUrl(openReportedFile, { params: { id: report.id } })
  const openFile = useMutation({
    mutationFn: async () => URL.createObjectURL(await fetchAttachedFile(fileUrl, report.group.id, file)),
    onSuccess: setUrl,
  })
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  if (url && file.kind === 'image')
    return (
      <Box
        component="img"
        maw="100%"
        mah={320}
        bdrs={12}
        style={{ objectFit: 'contain' }}
        className={styles.picture}
        src={url}
        alt={text.picture({ name })}
      />
    )
  // biome-ignore lint/a11y/useMediaCaption: voice messages have no captions
  if (url && file.kind === 'voice') return <audio className={styles.voice} controls src={url} />
  return (
    <div>
      <Button
        variant="default"
        className={styles.open}
        leftSection={<Icon size={18} aria-hidden />}
        loading={openFile.isPending}
        {...(url ? { component: 'a', href: url, download: name } : { onClick: () => openFile.mutate() })}
      >
        {url ? text.saveFile({ name }) : fillText(text.openFile[file.kind], { name })}
      </Button>
      {openFile.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {text.fileGone}
        </Text>
      )}
    </div>
  )
}
