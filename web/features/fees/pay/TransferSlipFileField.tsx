import { ActionIcon, Box, Input, Text } from '@mantine/core'
import { IconCamera, IconFile, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { slipText as text } from '#texts/fee-payments.ts'
import { filesText } from '#texts/form-files.ts'
import { useIsTouchscreen } from '#web/lib/device/use-is-touchscreen.ts'
import fileRows from '#web/ui/form/FileRows.module.css'
import { FileDropArea } from '#web/ui/form/FilesField.tsx'

/**
 * Returns an object URL for the chosen picture, valid until another file is chosen. Returns undefined for other kinds
 * of file.
 */
function useTransferSlipPreviewUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [file])
  return url
}

/** Form field for the picture or PDF of a transfer slip. The file is sent when the form is submitted. */
export function TransferSlipFileField({
  file,
  error,
  onChange,
}: {
  file: File | undefined
  error: string | undefined
  onChange: (file: File | undefined) => void
}) {
  const pictureUrl = useTransferSlipPreviewUrl(file)
  const isTouch = useIsTouchscreen()
  return (
    <Input.Wrapper label={text.file} labelElement="div" withAsterisk error={error}>
      <FileDropArea
        label={text.file}
        icon={<IconCamera size={28} stroke={1.5} aria-hidden />}
        title={
          <Text span fw={600}>
            {isTouch ? text.takeOrChooseFile : text.chooseFile}
          </Text>
        }
        help={isTouch ? text.fileLimit : text.fileHelp}
        accept="image/*,application/pdf"
        onFiles={([chosen]) => chosen && onChange(chosen)}
      />
      {file && (
        <div className={`${fileRows.files} ${fileRows.file}`} role="status">
          {pictureUrl ? (
            <Box
              component="img"
              src={pictureUrl}
              alt=""
              w={40}
              h={40}
              bdrs={6}
              style={{ objectFit: 'cover' }}
            />
          ) : (
            <IconFile size={20} aria-hidden />
          )}
          <Text component="div" inherit truncate flex={1} miw={0} title={file.name}>
            {file.name}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={filesText.remove({ name: file.name })}
            onClick={() => onChange(undefined)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </Input.Wrapper>
  )
}
