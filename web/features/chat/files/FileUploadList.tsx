import '@mantine/core/styles/Progress.css'
import { ActionIcon, Box, Button, Flex, Progress, Text } from '@mantine/core'
import { IconFileText, IconMicrophone, IconX } from '@tabler/icons-react'
import { fileText as text } from '#texts/chat-files.ts'
import chat from '#web/features/chat/Chat.module.css'
import { formatFileSize } from '#web/lib/format/format.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import styles from './Files.module.css'
import type { FileUploadQueue, UploadingFile } from './file-upload-queue.ts'

function FileUploadRow({ item, sending }: { item: UploadingFile; sending: FileUploadQueue }) {
  const { key, kind, name, url, size, progress, error } = item
  const Icon = kind === 'voice' ? IconMicrophone : IconFileText
  return (
    <div className={chat.message} data-mine>
      <div className={chat.bubble} data-failed={error ? true : undefined}>
        <span className={styles.sending}>
          {url ? (
            <Box
              src={url}
              alt=""
              component="img"
              flex="none"
              w={48}
              h={48}
              bdrs={8}
              style={{ objectFit: 'cover' }}
            />
          ) : (
            <Icon size={24} aria-hidden />
          )}
          <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
            <Text span inherit lineClamp={2} fw={600} lh={1.25} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {/* The progress bar starts at 3 % to show that the upload has begun. */}
            {error ? (
              <Box component="span" fz={12}>
                {formatFileSize(size)}
              </Box>
            ) : (
              <Progress
                value={3 + progress * 97}
                size="sm"
                color="emas.4"
                aria-label={text.uploading({ name })}
              />
            )}
          </Flex>
          <ActionIcon
            variant="transparent"
            c="inherit"
            size={36}
            aria-label={text.cancel({ name })}
            onClick={() => sending.remove(key)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      {error && (
        <div className={chat.failure} role="alert">
          {error}{' '}
          {sending.canRetry(key) && (
            <Button size="compact-xs" variant="default" onClick={() => sending.retry(key)}>
              {text.retry}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Files that the user is uploading to a conversation, listed below its messages. */
export function FileUploadList({ sending }: { sending: FileUploadQueue }) {
  const items = useStoreState(sending)
  return items.map(item => <FileUploadRow key={item.key} item={item} sending={sending} />)
}
