import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubRow } from '#shared/contracts/clubs/clubs.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { can } from '#shared/policies.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { formatListTotal } from '#web/lib/query/paged-queries.ts'
import { CardSkeleton, RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ClubFilterBar, noFilter } from './ClubFilterBar.tsx'
import { ClubSummaryCards } from './ClubSummaryCards.tsx'
import { buildClubEditButtonId, ClubTable } from './ClubTable.tsx'
import { useClubSummary, useClubs } from './clubs.api.ts'
import type { ClubFilter } from './clubs.search.ts'

/** Club form, loaded lazily because its validation schemas are as large as the club list's code. */
const ClubDialog = createLazyOverlay(async () => (await import('./ClubDialog.tsx')).ClubDialog)

const createButtonId = 'create-club'

interface Props {
  user: CurrentUser
  filter: ClubFilter
  page: number
  /** Whether the dialog that creates a club is open. */
  isCreating: boolean
  onFilter: (change: ClubFilter) => void
  onPage: (page: number) => void
  onCreate: (isOpen: boolean) => void
}

export function ClubList({ user, filter, page, isCreating, onFilter, onPage, onCreate }: Props) {
  const query = useClubs(filter, page)
  const { data: summary, isPending } = useClubSummary()
  const [editing, setEditing] = useState<ClubRow>()
  const canManage = can(user, 'clubs.manage')
  const isFiltered = Object.values(filter).some(Boolean)
  const list = (
    <>
      <ClubFilterBar
        filter={filter}
        summary={summary}
        found={formatListTotal(query.data)}
        onFilter={onFilter}
        createButton={
          canManage && (
            <Button
              id={createButtonId}
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => onCreate(true)}
            >
              {text.create}
            </Button>
          )
        }
      />
      <ClubTable
        query={query}
        page={page}
        action={
          isFiltered && (
            <Button variant="default" onClick={() => onFilter(noFilter)}>
              {text.clearFilters}
            </Button>
          )
        }
        onEdit={canManage ? setEditing : undefined}
        onPage={onPage}
      />
    </>
  )
  return (
    <>
      <ClubSummaryCards
        country={filter.country}
        onCountry={country => onFilter({ country: findAllowedValue(countries, country) })}
      />
      {/* Until the country summary above has loaded, a placeholder stands for the club list, so that the list does not shift. */}
      {isPending ? (
        <Box mt={20} aria-busy>
          <CardSkeleton lines={1} padding="sm" mb={12} />
          <RowsSkeleton rows={10} />
        </Box>
      ) : (
        list
      )}
      {editing && (
        <ClubDialog
          club={editing}
          onClose={() => {
            setEditing(undefined)
            focusElementAfterDialogCloses(buildClubEditButtonId(editing.id))
          }}
        />
      )}
      {canManage && isCreating && (
        <ClubDialog
          onClose={() => {
            onCreate(false)
            focusElementAfterDialogCloses(createButtonId)
          }}
        />
      )}
    </>
  )
}
