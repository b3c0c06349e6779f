import { Box, Flex, Loader, Text, UnstyledButton } from '@mantine/core'
import { IconFileDownload, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { fileText as text } from '#texts/chat-files.ts'
import { getSafeFileName } from '#web/lib/e2ee/message/attached-file.ts'
import { formatFileSize } from '#web/lib/format/format.ts'
import styles from './Files.module.css'
import { saveFileToDisk } from './file-object-urls.ts'
import type { MessageFileProps } from './MessageAttachment.tsx'
import { describeFileDecryptionError } from './use-decrypted-file-url.ts'

/** Document attached to a message, with name and size. A click downloads it, decrypted if needed. */
export function DocumentTile({ groupId, file }: MessageFileProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const name = getSafeFileName(file)
  async function saveDocument() {
    setBusy(true)
    setErrorText(undefined)
    try {
      await saveFileToDisk(groupId, file)
    } catch (error) {
      setErrorText(describeFileDecryptionError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box component="span" display="block" mt={2} mb={4}>
      <UnstyledButton
        py={6}
        px={10}
        bdrs={10}
        c="inherit"
        bg="var(--grey-12)"
        className={styles.tile}
        disabled={isBusy}
        aria-label={text.download({ name })}
        onClick={saveDocument}
      >
        <IconFileText size={28} aria-hidden stroke={1.5} />
        <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
          <Text span inherit lineClamp={2} fw={600} lh={1.25} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Box component="span" fz={12}>
            {formatFileSize(file.size)}
          </Box>
        </Flex>
        {isBusy ? <Loader size={18} color="currentColor" /> : <IconFileDownload size={20} aria-hidden />}
      </UnstyledButton>
      {errorText && (
        <span className={styles.lost} role="alert">
          {errorText}
        </span>
      )}
    </Box>
  )
}
