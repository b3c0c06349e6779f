import { useLocation } from '@tanstack/react-router'
import { UnsubscribeForm } from '#web/features/unsubscribe/UnsubscribeForm.tsx'
import { unsubscribeText } from '#web/features/unsubscribe/unsubscribe.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function UnsubscribePage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={unsubscribeText.title}>
      <UnsubscribeForm token={hash} />
    </OutsidePage>
  )
}
