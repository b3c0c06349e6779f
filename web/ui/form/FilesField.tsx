import '@mantine/core/styles/Progress.css'
import { ActionIcon, Box, Flex, Input, Progress, Text } from '@mantine/core'
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { filesText as text } from '#texts/form-files.ts'
import type { UploadItem, useFormFileUploads } from '#web/lib/form/use-form-file-uploads.ts'
import fileRows from './FileRows.module.css'
import styles from './FilesField.module.css'

function FileUploadRow({
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
        <Box
          src={`${item.stored.url}?size=thumbnail`}
          alt=""
          component="img"
          w={40}
          h={40}
          bdrs={6}
          style={{ objectFit: 'cover' }}
        />
      ) : (
        <IconFile size={20} aria-hidden />
      )}
      <div className={fileRows.fileName}>
        <Text component="div" inherit truncate miw={0} title={item.name}>
          {item.name}
        </Text>
        {/* The progress bar starts at 3 % to show that the upload has begun. */}
        {isSending && (
          <Progress
            value={3 + item.progress * 97}
            size="sm"
            aria-label={text.uploading({ name: item.name })}
          />
        )}
        {item.error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {item.error}
          </Text>
        )}
      </div>
      {item.error && item.file && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.retry({ name: item.name })}
          onClick={onRetry}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text.remove({ name: item.name })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** Area that takes dropped files and opens the file chooser. `label` names the field for screen readers. */
export function FileDropArea({
  label,
  title,
  help,
  accept,
  isMultiple = false,
  icon,
  onFiles,
}: {
  label: string
  title: ReactNode
  help: string
  accept: string
  isMultiple?: boolean
  icon?: ReactNode
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <Flex
      htmlFor={id}
      component="label"
      direction="column"
      align="center"
      gap={4}
      p={16}
      bdrs={10}
      ta="center"
      fz={14}
      style={{ cursor: 'pointer' }}
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      {icon}
      <span>{title}</span>
      <Text span size="xs" c="dimmed">
        {help}
      </Text>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        multiple={isMultiple}
        accept={accept}
        aria-label={label}
        onChange={event => {
          onFiles([...(event.currentTarget.files ?? [])])
          // Clearing the file input lets the user choose the same file again after removing it.
          event.currentTarget.value = ''
        }}
      />
    </Flex>
  )
}

/** Form field for files with drag and drop. Files are uploaded as soon as they are chosen, with a progress bar. */
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
  uploads: ReturnType<typeof useFormFileUploads>
  isImage?: boolean
}) {
  return (
    <Box component="section" style={{ gridColumn: '1 / -1' }} aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      <FileDropArea
        isMultiple
        label={label}
        title={
          <>
            {text.drop}{' '}
            <Box component="span" fw={600} td="underline">
              {text.chooseFiles}
            </Box>
          </>
        }
        help={help}
        accept={accept}
        onFiles={uploads.add}
      />
      {uploads.problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {uploads.problem}
        </Text>
      )}
      {uploads.items.length > 0 && (
        <ul className={fileRows.files}>
          {uploads.items.map(item => (
            <FileUploadRow
              key={item.key}
              item={item}
              isImage={isImage}
              onRemove={() => uploads.remove(item.key)}
              onRetry={() => uploads.retry(item)}
            />
          ))}
        </ul>
      )}
    </Box>
  )
}
