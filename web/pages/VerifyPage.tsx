import { useLocation } from '@tanstack/react-router'
import { CardVerification } from '#web/features/cards/CardVerification.tsx'
import { verifyText } from '#web/features/cards/cards.text.ts'
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
