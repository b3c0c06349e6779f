import { Loader, UnstyledButton } from '@mantine/core'
import { IconFileDownload, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { getSafeFileName } from '#web/lib/e2ee/message/attached-file.ts'
import { formatFileSize } from '#web/lib/format/format.ts'
import styles from './Files.module.css'
import { fileText as text } from './file.text.ts'
import { saveFileToDisk } from './file-object-urls.ts'
import type { MessageFileProps } from './MessageFile.tsx'
import { describeFileError } from './use-decrypted-file-url.ts'

/** Attached document with its name and size. A click decrypts it, if needed, and downloads it. */
export function DocumentTile({ groupId, file }: MessageFileProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const name = getSafeFileName(file)
  async function save() {
    setBusy(true)
    setErrorText(undefined)
    try {
      await saveFileToDisk(groupId, file)
    } catch (error) {
      setErrorText(describeFileError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={styles.whole}>
      <UnstyledButton
        className={styles.tile}
        disabled={isBusy}
        aria-label={text.download(name)}
        onClick={save}
      >
        <IconFileText size={28} aria-hidden stroke={1.5} />
        <span className={styles.tileWords}>
          <span className={styles.tileName}>{name}</span>
          <span className={styles.tileSize}>{formatFileSize(file.size)}</span>
        </span>
        {isBusy ? <Loader size={18} color="currentColor" /> : <IconFileDownload size={20} aria-hidden />}
      </UnstyledButton>
      {errorText && (
        <span className={styles.lost} role="alert">
          {errorText}
        </span>
      )}
    </span>
  )
}
