import { useNavigate, useParams } from '@tanstack/react-router'
import { AccountMergePreview } from '#web/features/merging/AccountMergePreview.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'
import { useUrlState } from './use-url-state.ts'

export function MergeAccountsPage() {
  const navigate = useNavigate()
  const id = parseId(useParams({ from: '/shell/duplicates/$id' }).id)
  const { search } = useUrlState('/duplicates/$id')
  const otherId = search.with
  if (id === undefined || otherId === undefined) return <NotFoundScreen />
  return (
    <AccountMergePreview
      // When the user swaps the two accounts, the merge form is remounted, because the chosen fields no longer apply.
      key={`${id} ${otherId}`}
      id={id}
      otherId={otherId}
      onSwap={() =>
        navigate({
          to: '/duplicates/$id',
          params: { id: String(otherId) },
          search: { with: id },
          replace: true,
        })
      }
      onMerged={() => navigate({ to: '/members', search: { user: id } })}
    />
  )
}
