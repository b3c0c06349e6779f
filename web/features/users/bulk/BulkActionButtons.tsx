import { Button, Group, Text } from '@mantine/core'
import { IconMail, IconMapPin, IconTag, IconUserOff, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { tagText } from '#texts/tags.ts'
import { usersText as text } from '#texts/users.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'

export type BulkDialog = 'place' | 'deactivate' | 'reject' | 'tag'

const icon = { size: 16, 'aria-hidden': true }

/** Buttons for the actions that the current user may perform on all selected users. */
export function BulkActionButtons({
  user,
  count,
  mayReject,
  onInvite,
  onOpen,
  children,
}: {
  user: CurrentUser
  count: number
  /** Whether some of the users selected for a bulk action may be pending applicants. */
  mayReject: boolean
  onInvite: () => void
  onOpen: (dialog: BulkDialog) => void
  children?: ReactNode
}) {
  const size = useIsPhone() ? 'md' : 'xs'
  return (
    <Group mb="sm" gap="sm" role="group" aria-label={text.selected({ count })}>
      <Text size="sm" fw={600}>
        {text.selected({ count })}
      </Text>
      {can(user, 'users.tag') && (
        <Button
          size={size}
          variant="default"
          leftSection={<IconTag {...icon} />}
          onClick={() => onOpen('tag')}
        >
          {tagText.title}
        </Button>
      )}
      {can(user, 'users.place') && (
        <>
          <Button
            size={size}
            variant="default"
            leftSection={<IconMapPin {...icon} />}
            onClick={() => onOpen('place')}
          >
            {text.moveSelected}
          </Button>
          <Button size={size} variant="default" leftSection={<IconMail {...icon} />} onClick={onInvite}>
            {text.inviteSelected}
          </Button>
          {mayReject && (
            <Button
              size={size}
              variant="light"
              color="red"
              leftSection={<IconX {...icon} />}
              onClick={() => onOpen('reject')}
            >
              {text.reject}
            </Button>
          )}
          <Button
            size={size}
            variant="light"
            color="red"
            leftSection={<IconUserOff {...icon} />}
            onClick={() => onOpen('deactivate')}
          >
            {text.deactivate}
          </Button>
        </>
      )}
      {children}
    </Group>
  )
}
