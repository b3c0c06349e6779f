import { useLocation } from '@tanstack/react-router'
import { verifyText } from '#web/features/cards/cards.text.ts'
import { CardVerification } from '#web/features/cards/Verify.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/** Verifies a membership card. The card's QR code is a URL of this page with the token in its hash. */
export function VerifyPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={verifyText.title}>
      <CardVerification opened={hash} />
    </OutsidePage>
  )
}
