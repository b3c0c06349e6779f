import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ImportList } from '#web/features/imports/ImportList.tsx'
import { ImportUploadForm } from '#web/features/imports/ImportUploadForm.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useListPageAndFilters } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'

export function MemberImportsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const navigate = useNavigate()
  const { page, onPage } = useListPageAndFilters(useUrlState('/imports'))
  if (!user) return null
  return (
    <Stack gap="lg">
      <ImportUploadForm
        user={user}
        onDone={id => navigate({ to: '/imports/$id', params: { id: String(id) } })}
      />
      <div>
        <ImportList page={page} onPage={onPage} />
      </div>
    </Stack>
  )
}
