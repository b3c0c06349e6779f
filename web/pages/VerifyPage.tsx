import { useLocation } from '@tanstack/react-router'
import { verifyText } from '#web/features/cards/cards.text.ts'
import { Verify } from '#web/features/cards/Verify.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/** The code of a card is an address that ends here: a phone's own camera opens it, and this page says what it is worth. */
export function VerifyPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={verifyText.title}>
      <Verify opened={hash} />
    </OutsidePage>
  )
}
