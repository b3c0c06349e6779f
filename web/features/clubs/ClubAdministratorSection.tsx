import { Button, Flex } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubDetail } from '#shared/contracts/clubs/clubs.schemas.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { adminText, clubText } from '#texts/clubs.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { useNavigateToDirectMessage } from '#web/lib/query/use-navigate-to-direct-message.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ChooseClubAdminDialog } from './ChooseClubAdminDialog.tsx'

const chooseButtonId = 'choose-admin'

/** Shows the club's administrator with a message button. Headquarters can also change the administrator. */
export function ClubAdministratorSection({
  user,
  club,
  canManage,
}: {
  user: CurrentUser
  club: ClubDetail
  canManage: boolean
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { admin } = club
  const message = useNavigateToDirectMessage()
  // Users may message people in their own club or country; headquarters may message anybody.
  const isSameClubOrCountry = user.clubId === club.id || user.currentCountry === club.country
  const canMessage =
    admin?.id !== user.id && (isSameClubOrCountry || getPermissionScopeOfActor(user).over === 'all')
  return (
    <>
      <Flex component="span" gap={10} align="center">
        {admin && <PersonAvatar person={admin} size={32} />}
        <span>{admin?.fullName ?? clubText.noAdmin}</span>
      </Flex>
      {admin && canMessage && (
        <Button
          variant="light"
          mt={8}
          mr={8}
          loading={message.isPending}
          onClick={() => message.mutate(admin.id)}
        >
          {clubText.messageAdmin}
        </Button>
      )}
      {canManage && (
        <Button id={chooseButtonId} variant="default" mt={8} onClick={() => setChoosing(true)}>
          {admin ? adminText.change : adminText.choose}
        </Button>
      )}
      {isChoosing && (
        <ChooseClubAdminDialog
          user={user}
          club={club}
          onClose={() => {
            setChoosing(false)
            focusElementAfterDialogCloses(chooseButtonId)
          }}
        />
      )}
    </>
  )
}
