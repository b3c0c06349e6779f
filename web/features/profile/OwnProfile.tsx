import { Box, Card, Group, Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { profileText as text } from '#texts/profile.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { CardSkeleton, RowSkeletonLines } from '#web/ui/list/RowsSkeleton.tsx'
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

const template = { lg: '420px minmax(0, 1fr)' }
/** Columns for membership card and photograph: two on tablets, one on phones and on wide screens. */
const cardTemplate = { sm: '420px minmax(0, 1fr)', lg: 'minmax(0, 1fr)' }

/** Skeleton shown while the membership card, its buttons, the photograph and the profile data are loaded. */
function OwnProfileSkeleton() {
  return (
    <Columns template={template} gap={20} maw={1080} aria-busy>
      <div className={styles.column}>
        <Columns template={cardTemplate} gap={20}>
          <div>
            <Box h={248} maw={420} bdrs={18} bg="var(--card)" opacity={0.25} />
            <Group gap="sm" mt="md">
              <Skeleton height={44} width={166} />
              <Skeleton height={44} width={130} />
            </Group>
          </div>
          <Card>
            <Skeleton height={18} width={130} mb="lg" />
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <Skeleton height={96} width={96} radius={32} />
              <Stack gap="sm" flex={1}>
                <Skeleton height={44} maw={140} />
                <Skeleton height={12} />
                <Skeleton height={12} width="70%" />
              </Stack>
            </Group>
          </Card>
        </Columns>
      </div>
      <div className={styles.column}>
        <Card>
          <Skeleton height={18} width={180} mb="lg" />
          <Columns template="1fr 1fr" gap={20}>
            {Array.from({ length: 8 }, (_, fact) => fact).map(fact => (
              <RowSkeletonLines key={fact} isWide={fact % 2 === 0} />
            ))}
          </Columns>
        </Card>
        <CardSkeleton lines={3} />
        <CardSkeleton lines={3} />
      </div>
    </Columns>
  )
}

export function OwnProfile({ user, card, attendance, edit }: Props) {
  const profile = useProfile()
  if (profile.error) return <ErrorState error={profile.error} onRetry={() => profile.refetch()} />
  if (!profile.data) return <OwnProfileSkeleton />
  return (
    <Columns template={template} gap={20} maw={1080}>
      <div className={styles.column}>
        <Columns template={cardTemplate} gap={20}>
          {card(profile.data)}
          <Card component="section" aria-label={text.photograph}>
            <Title order={2} size="h4" mb="md">
              {text.photograph}
            </Title>
            <ProfileImageForm user={user} />
          </Card>
        </Columns>
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
