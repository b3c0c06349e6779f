import { useLocation } from '@tanstack/react-router'
import { joinText } from '#texts/registration.ts'
import {
  InvitationActivationOrRegistrationForm,
  UnusableInvitationLinkNotice,
} from '#web/features/registration/invitation/InvitationActivationOrRegistrationForm.tsx'
import { useInvitationByToken } from '#web/features/registration/registration.api.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

/** Page of an invitation. Its token is in the URL's hash, which browsers send neither to servers nor as referrer. */
export function AcceptInvitationPage() {
  const { hash } = useLocation()
  // The parts of the page share one query result, because a second observer would repeat a failed request endlessly.
  const linkQuery = useInvitationByToken(hash)
  if (hash === '' || linkQuery.isError)
    return (
      <VisitorPageLayout title={joinText.title}>
        <UnusableInvitationLinkNotice token={hash} linkQuery={linkQuery} />
      </VisitorPageLayout>
    )
  return (
    <VisitorPageLayout title={joinText.title} isWide>
      <InvitationActivationOrRegistrationForm key={hash} token={hash} linkTarget={linkQuery.data} />
    </VisitorPageLayout>
  )
}
