import { useLocation } from '@tanstack/react-router'
import { unsubscribeText } from '#texts/unsubscribe.ts'
import { UnsubscribeForm } from '#web/features/unsubscribe/UnsubscribeForm.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function UnsubscribePage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={unsubscribeText.title}>
      <UnsubscribeForm token={hash} />
    </VisitorPageLayout>
  )
}
