import { useLocation } from '@tanstack/react-router'
import { UnsubscribeForm } from '#web/features/unsubscribe/UnsubscribeForm.tsx'
import { unsubscribeText } from '#web/features/unsubscribe/unsubscribe.text.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function UnsubscribePage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={unsubscribeText.title}>
      <UnsubscribeForm token={hash} />
    </VisitorPageLayout>
  )
}
