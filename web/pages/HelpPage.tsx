import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { helpText } from '#texts/help.ts'
import { Help } from '#web/features/help/Help.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

const route = getRouteApi('/help')

export function HelpPage() {
  const { guide, search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const setSearchText = useCallback(
    (next: string) =>
      void navigate({ search: previous => ({ ...previous, search: next || undefined }), replace: true }),
    [navigate],
  )
  return (
    <VisitorPageLayout title={helpText.title} isWide>
      <Help name={guide} query={search} onSearch={setSearchText} />
    </VisitorPageLayout>
  )
}
