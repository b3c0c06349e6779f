import { useLocation } from '@tanstack/react-router'
import { joinText } from '#texts/registration.ts'
import { InvitationLinkView } from '#web/features/registration/invitation/InvitationLinkView.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

/** Page of an invitation. The token is in the URL's hash, which browsers send neither to servers nor as referrer. */
export function AcceptInvitationPage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={joinText.title} isWide>
      <InvitationLinkView key={hash} token={hash} />
    </VisitorPageLayout>
  )
}
