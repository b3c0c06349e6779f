import '@mantine/core/styles/Progress.css'
import { ActionIcon, Input, Progress, Text } from '@mantine/core'
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { filesText as text } from '#web/lib/form/files.text.ts'
import type { UploadItem, useUploads } from '#web/lib/form/use-uploads.ts'
import fileRows from './FileRows.module.css'
import styles from './FilesField.module.css'

function UploadRow({
  item,
  isImage,
  onRemove,
  onRetry,
}: {
  item: UploadItem
  isImage: boolean
  onRemove: () => void
  onRetry: () => void
}) {
  const isSending = !item.stored && !item.error
  return (
    <li className={fileRows.file}>
      {isImage && item.stored ? (
        <img src={`${item.stored.url}?size=thumbnail`} alt="" className={styles.filePicture} />
      ) : (
        <IconFile size={20} aria-hidden />
      )}
      <div className={fileRows.fileName}>
        <div className={styles.oneLine} title={item.name}>
          {item.name}
        </div>
        {/* The bar starts at 3 % to show that the upload has begun. */}
        {isSending && (
          <Progress value={3 + item.progress * 97} size="sm" aria-label={text.uploading(item.name)} />
        )}
        {item.error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {item.error}
          </Text>
        )}
      </div>
      {item.error && item.file && (
        <ActionIcon variant="subtle" color="gray" aria-label={text.retry(item.name)} onClick={onRetry}>
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={text.remove(item.name)} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** File field with drag and drop. Files are uploaded at once, with a progress bar. */
export function FilesField({
  label,
  help,
  accept,
  uploads,
  isImage = false,
}: {
  label: string
  help: string
  accept: string
  uploads: ReturnType<typeof useUploads>
  isImage?: boolean
}) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.add([...event.dataTransfer.files])
  }
  return (
    <section className={styles.wide} aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      <label
        htmlFor={id}
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <span>
          {text.drop} <span className={styles.dropLink}>{text.chooseFiles}</span>
        </span>
        <Text span size="xs" c="dimmed">
          {help}
        </Text>
        <input
          id={id}
          className={styles.hiddenInput}
          type="file"
          multiple
          accept={accept}
          aria-label={label}
          onChange={event => {
            uploads.add([...(event.currentTarget.files ?? [])])
            // Clearing the input lets the user choose the same file again after removing it.
            event.currentTarget.value = ''
          }}
        />
      </label>
      {uploads.problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {uploads.problem}
        </Text>
      )}
      {uploads.items.length > 0 && (
        <ul className={fileRows.files}>
          {uploads.items.map(item => (
            <UploadRow
              key={item.key}
              item={item}
              isImage={isImage}
              onRemove={() => uploads.remove(item.key)}
              onRetry={() => uploads.retry(item)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
