import '@mantine/core/styles/Progress.css'
import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCamera, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { profileText } from '#texts/profile.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { useChangeProfileImage, useRemoveProfileImage } from './profile.api.ts'

export function ProfileImageForm({ user }: { user: CurrentUser }) {
  const change = useChangeProfileImage()
  const remove = useRemoveProfileImage()
  const resetInput = useRef<() => void>(null)
  const isBusy = change.isPending || remove.isPending
  return (
    <Group gap="sm" my="auto" wrap="nowrap" align="flex-start">
      <PersonAvatar person={user} size={96} />
      <Stack gap="xs" flex={1}>
        <Group gap="xs">
          <FileButton
            accept="image/*"
            resetRef={resetInput}
            onChange={file => {
              if (file) change.mutate(file)
              // Resetting the file input lets the user choose the same image again after a failed upload.
              resetInput.current?.()
            }}
            disabled={isBusy}
          >
            {props => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconCamera size={18} aria-hidden />}
                disabled={isBusy}
              >
                {user.profileImageUrl ? profileText.replace : profileText.choose}
              </Button>
            )}
          </FileButton>
          {user.profileImageUrl && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} aria-hidden />}
              disabled={isBusy}
              onClick={() =>
                openConfirmDialog({
                  title: profileText.remove,
                  text: profileText.removeConfirm,
                  action: profileText.remove,
                  isDangerous: true,
                  onConfirm: () => remove.mutate(),
                })
              }
            >
              {profileText.remove}
            </Button>
          )}
        </Group>
        {change.isPending && (
          // The progress bar of the image upload starts at 3 % to show that the upload has begun.
          <Progress value={3 + change.progress * 97} aria-label={profileText.uploading} animated />
        )}
        <Text size="sm" c="dimmed">
          {change.isPending ? profileText.uploading : profileText.photographHelp}
        </Text>
      </Stack>
    </Group>
  )
}
