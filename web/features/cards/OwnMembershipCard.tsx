import '#web/ui/printed.ts'
import { Button, Group } from '@mantine/core'
import { IconMaximize, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { cardText as text } from '#texts/cards.ts'
import { useMembershipCard } from './cards.api.ts'
import { MembershipCard } from './MembershipCard.tsx'

/** The user's membership card on the profile page. Printing the page prints only the card. */
export function OwnMembershipCard({ user, profile }: { user: CurrentUser; profile: Profile }) {
  const hasNumber = profile.membershipNumber !== null && profile.status === 'active'
  const card = useMembershipCard({ isWanted: hasNumber })
  return (
    <div>
      <MembershipCard
        isPrinted
        face={{ ...profile, profileImageUrl: user.profileImageUrl, address: card.data?.address }}
      />
      <Group gap="sm" mt="md">
        {hasNumber && (
          <Button component={Link} to="/card" leftSection={<IconMaximize size={18} aria-hidden />}>
            {text.open}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {text.print}
        </Button>
      </Group>
    </div>
  )
}
