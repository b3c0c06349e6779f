import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { profileText as text } from '#texts/profile.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { CardSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { IdentityNumberRevealLog } from './IdentityNumberRevealLog.tsx'
import styles from './Profile.module.css'
import { ProfileCard } from './ProfileCard.tsx'
import { ProfileImageForm } from './ProfileImageForm.tsx'
import { useProfile } from './profile.api.ts'

interface Props {
  user: CurrentUser
  card: (profile: Profile) => ReactNode
  attendance: ReactNode
  /** Renders the form with the profile fields that members may change themselves. */
  edit: (profile: Profile) => ReactNode
}

export function OwnProfile({ user, card, attendance, edit }: Props) {
  const profile = useProfile()
  if (profile.error) return <ErrorState error={profile.error} onRetry={() => profile.refetch()} />
  const template = { lg: '420px minmax(0, 1fr)' }
  if (!profile.data)
    return (
      <Columns template={template} gap={20} maw={1080} aria-busy>
        <CardSkeleton cover={148} />
        <CardSkeleton lines={10} />
      </Columns>
    )
  return (
    <Columns template={template} gap={20} maw={1080}>
      <div className={styles.column}>
        {card(profile.data)}
        <Card component="section" aria-label={text.photograph}>
          <Title order={2} size="h4" mb="md">
            {text.photograph}
          </Title>
          <ProfileImageForm user={user} />
        </Card>
        {attendance}
        <IdentityNumberRevealLog />
      </div>
      <div className={styles.column}>
        <ProfileCard profile={profile.data} />
        {edit(profile.data)}
      </div>
    </Columns>
  )
}
