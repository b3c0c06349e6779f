import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ImportList } from '#web/features/imports/ImportList.tsx'
import { UploadImport } from '#web/features/imports/UploadImport.tsx'
import { meQuery } from '#web/lib/query-client.ts'
import { useAddress } from './use-address.ts'
import { useList } from './use-list.ts'

export function ImportsPage() {
  const { data: user } = useQuery(meQuery)
  const navigate = useNavigate()
  const { page, onPage } = useList(useAddress('/imports'))
  if (!user) return null
  return (
    <Stack gap="lg">
      <UploadImport user={user} onDone={id => navigate({ to: '/imports/$id', params: { id: String(id) } })} />
      <div>
        <ImportList page={page} onPage={onPage} />
      </div>
    </Stack>
  )
}
