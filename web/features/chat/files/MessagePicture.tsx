import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { fileText as text } from '#texts/chat-files.ts'
import { getSafeFileName } from '#web/lib/e2ee/message/attached-file.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './Files.module.css'
import { getFileDownloadUrl } from './file-object-urls.ts'
import type { MessageFileProps } from './MessageAttachment.tsx'
import { calculatePictureSize } from './picture-size.ts'
import { useDecryptedFileUrl } from './use-decrypted-file-url.ts'

const PictureViewer = createLazyOverlay(async () => (await import('./PictureViewer.tsx')).PictureViewer)

/** Picture in a message. Its space is reserved before it loads, so that the message list does not shift. */
export function MessagePicture({ groupId, file }: MessageFileProps) {
  const isEncrypted = file.seal !== undefined
  const { ref, url, errorText } = useDecryptedFileUrl(groupId, file, isEncrypted)
  const [hasFailed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { preview } = file
  const name = getSafeFileName(file)
  const source = isEncrypted ? url : getFileDownloadUrl(file, 'thumbnail')
  const errorMessage = errorText ?? (hasFailed ? text.gone : undefined)
  if (errorMessage) {
    return (
      <span className={styles.lost} role="status">
        <IconPhotoOff size={18} aria-hidden /> {errorMessage}
      </span>
    )
  }
  return (
    <>
      <UnstyledButton
        ref={ref}
        className={styles.picture}
        style={{ ...calculatePictureSize(file), ...(preview && { backgroundImage: `url(${preview})` }) }}
        aria-label={text.openPicture({ name })}
        onClick={() => setOpen(true)}
      >
        {source && (
          <img src={source} alt={text.picture({ name })} loading="lazy" onError={() => setFailed(true)} />
        )}
      </UnstyledButton>
      {isOpen && <PictureViewer groupId={groupId} file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
