import { ActionIcon, Flex, Loader, Modal, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileText as text } from '#texts/chat-files.ts'
import { getSafeFileName } from '#web/lib/e2ee/message/attached-file.ts'
import styles from './Files.module.css'
import { loadFileObjectUrl, saveFileToDisk } from './file-object-urls.ts'
import type { MessageFileProps } from './MessageAttachment.tsx'
import { describeFileDecryptionError } from './use-decrypted-file-url.ts'

/** Full-screen view of one picture with a download button. */
export function PictureViewer({ groupId, file, onClose }: MessageFileProps & { onClose: () => void }) {
  const [url, setUrl] = useState<string>()
  const [errorText, setErrorText] = useState<string>()
  const name = getSafeFileName(file)
  useEffect(() => {
    loadFileObjectUrl(groupId, file).then(setUrl, error => setErrorText(describeFileDecryptionError(error)))
  }, [groupId, file])
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={
        <Flex component="span" gap={8} align="center" miw={0}>
          <Text span inherit truncate flex={1}>
            {name}
          </Text>
          {url && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={text.download({ name })}
              onClick={() => void saveFileToDisk(groupId, file)}
            >
              <IconDownload size={20} aria-hidden />
            </ActionIcon>
          )}
        </Flex>
      }
      classNames={{ body: styles.viewer, content: styles.viewerWhole, title: styles.viewerHead }}
    >
      {errorText && <Text role="alert">{errorText}</Text>}
      {!errorText && !url && <Loader aria-label={text.opening} />}
      {url && <img src={url} alt={text.picture({ name })} />}
    </Modal>
  )
}
