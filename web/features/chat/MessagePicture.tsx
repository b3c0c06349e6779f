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

/** It takes its room before it is there, so that nothing moves when it comes. */
export function MessagePicture({ groupId, file }: MessageFileProps) {
  const isSealed = file.seal !== undefined
  const { ref, url, trouble } = useOpenedFile(groupId, file, isSealed)
  const [isLost, setLost] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { preview } = file
  const name = nameOfFile(file)
  const source = isSealed ? url : addressOfFile(file, 'thumbnail')
  const problem = trouble ?? (isLost ? text.gone : undefined)
  if (problem) {
    return (
      <span className={styles.lost} role="status">
        <IconPhotoOff size={18} aria-hidden /> {problem}
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
        {source && <img src={source} alt={text.picture(name)} loading="lazy" onError={() => setLost(true)} />}
      </UnstyledButton>
      {isOpen && <PictureViewer groupId={groupId} file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
