import { useLocation } from '@tanstack/react-router'
import { verifyText } from '#texts/cards.ts'
import { CardVerification } from '#web/features/cards/CardVerification.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

/** Page that verifies a membership card. The card's QR code is a URL of this page with the token in its hash. */
export function VerifyMembershipCardPage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={verifyText.title}>
      <CardVerification opened={hash} />
    </VisitorPageLayout>
  )
}
