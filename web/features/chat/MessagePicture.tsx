import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { nameOfFile } from '#web/lib/attached-file.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import styles from './Files.module.css'
import { fileText as text } from './file.text.ts'
import type { MessageFileProps } from './MessageFile.tsx'
import { addressOfFile } from './opened-files.ts'
import { roomFor } from './picture-room.ts'
import { useOpenedFile } from './use-opened-file.ts'

const PictureViewer = lazyOverlay(async () => (await import('./PictureViewer.tsx')).PictureViewer)

/** Picture in a message. Its space is reserved before it loads, so that the list does not shift. */
export function MessagePicture({ groupId, file }: MessageFileProps) {
  const isEncrypted = file.seal !== undefined
  const { ref, url, errorText } = useOpenedFile(groupId, file, isEncrypted)
  const [hasFailed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { preview } = file
  const name = nameOfFile(file)
  const source = isEncrypted ? url : addressOfFile(file, 'thumbnail')
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
        style={{ ...roomFor(file), ...(preview && { backgroundImage: `url(${preview})` }) }}
        aria-label={text.openPicture(name)}
        onClick={() => setOpen(true)}
      >
        {source && (
          <img src={source} alt={text.picture(name)} loading="lazy" onError={() => setFailed(true)} />
        )}
      </UnstyledButton>
      {isOpen && <PictureViewer groupId={groupId} file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
