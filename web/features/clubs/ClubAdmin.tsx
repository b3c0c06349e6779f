import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ClubDetail } from '#shared/contracts/clubs.ts'
import { focusLater } from '#web/lib/focus.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { ClubAdminDialog } from './ClubAdminDialog.tsx'
import styles from './ClubProfile.module.css'
import { adminText, clubText } from './clubs.text.ts'

const chooseId = 'choose-admin'

/** Who looks after the club, and for headquarters the way to change that. */
export function ClubAdmin({
  user,
  club,
  mayManage,
}: {
  user: CurrentUser
  club: ClubDetail
  mayManage: boolean
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { admin } = club
  return (
    <>
      <span className={styles.admin}>
        {admin && <PersonAvatar person={admin} size={32} />}
        <span>{admin?.fullName ?? clubText.noAdmin}</span>
      </span>
      {mayManage && (
        <Button id={chooseId} size="compact-sm" variant="default" mt={8} onClick={() => setChoosing(true)}>
          {admin ? adminText.change : adminText.choose}
        </Button>
      )}
      {isChoosing && (
        <ClubAdminDialog
          user={user}
          club={club}
          onClose={() => {
            setChoosing(false)
            focusLater(chooseId)
          }}
        />
      )}
    </>
  )
}
