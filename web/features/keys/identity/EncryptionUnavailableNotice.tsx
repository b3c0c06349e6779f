import { Alert, Stack, Text } from '@mantine/core'
import { IconLockOff } from '@tabler/icons-react'
import { encryptionUnavailableText as text } from '#texts/keys.ts'
import { EncryptionHelpLink } from '#web/features/keys/help/EncryptionHelpLink.tsx'
import type { EncryptionObstacle } from '#web/lib/e2ee/keys/own-keys.ts'

/** Explains why this browser cannot encrypt. Such a browser cannot use encrypted groups and never sends plaintext. */
export function EncryptionUnavailableNotice({ obstacle }: { obstacle: EncryptionObstacle }) {
  return (
    <Alert color="red" title={text.title} icon={<IconLockOff aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text.reasons[obstacle]}</Text>
        <Text size="sm">{text.never}</Text>
        <EncryptionHelpLink />
      </Stack>
    </Alert>
  )
}
