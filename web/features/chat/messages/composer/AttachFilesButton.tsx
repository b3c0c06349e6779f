import { ActionIcon } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { documentExtensions } from '#shared/document-types.ts'
import { fileText } from '#texts/chat-files.ts'

const acceptedTypes = ['image/*', ...documentExtensions].join(',')

export function AttachFilesButton({
  isDisabled,
  onFiles,
}: {
  isDisabled: boolean
  onFiles: (files: File[]) => void
}) {
  const fileInput = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        accept={acceptedTypes}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // After the choice the file input is cleared, so that the user can choose the same file again.
          currentTarget.value = ''
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={fileText.attach}
        disabled={isDisabled}
        onClick={() => fileInput.current?.click()}
      >
        <IconPaperclip size={20} aria-hidden />
      </ActionIcon>
    </>
  )
}
