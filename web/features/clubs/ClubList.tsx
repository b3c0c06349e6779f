import { Button, Group, Skeleton } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubRow } from '#shared/contracts/clubs/clubs.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { can } from '#shared/policies.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { formatTotalRowCount } from '#web/lib/query/paged-queries.ts'
import { CreateButton } from '#web/ui/list/CreateButton.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ClubFilterBar, noFilter } from './ClubFilterBar.tsx'
import { ClubSummaryCards } from './ClubSummaryCards.tsx'
import { buildClubEditButtonId, ClubTable } from './ClubTable.tsx'
import { useClubCountSummary, useClubs } from './clubs.api.ts'
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

const loadingQuery = { data: undefined, error: null, isPending: true, refetch: () => Promise.reject() }

/** Placeholder of the club list on wide screens: the filter bar and the table. */
function ClubListSkeleton(tableProps: Pick<ComponentProps<typeof ClubTable>, 'page' | 'onEdit' | 'onPage'>) {
  return (
    <>
      <Group gap={8} mt={20} mb={12} aria-busy>
        <Skeleton height={36} flex="1 1 200px" w="auto" />
        <Skeleton height={36} width={172} />
        <Skeleton height={36} width={132} />
      </Group>
      <ClubTable {...tableProps} query={loadingQuery} action={undefined} />
    </>
  )
}

export function ClubList({ user, filter, page, isCreating, onFilter, onPage, onCreate }: Props) {
  const query = useClubs(filter, page)
  const { data: summary, isPending } = useClubCountSummary()
  const [editing, setEditing] = useState<ClubRow>()
  const canManage = can(user, 'clubs.manage')
  const isFiltered = Object.values(filter).some(Boolean)
  const isPhone = useIsPhone()
  const filterBar = (
    <ClubFilterBar
      filter={filter}
      summary={summary}
      found={formatTotalRowCount(query.data)}
      onFilter={onFilter}
      createButton={
        canManage && <CreateButton id={createButtonId} label={text.create} onClick={() => onCreate(true)} />
      }
    />
  )
  const summaryCards = (
    <ClubSummaryCards
      country={filter.country}
      onCountry={country => onFilter({ country: findAllowedValue(countries, country) })}
    />
  )
  const tableProps = { page, onEdit: canManage ? setEditing : undefined, onPage }
  const list = (
    <>
      {!isPhone && filterBar}
      <ClubTable
        {...tableProps}
        query={query}
        action={
          isFiltered && (
            <Button variant="default" onClick={() => onFilter(noFilter)}>
              {text.clearFilters}
            </Button>
          )
        }
      />
    </>
  )
  return (
    <>
      {isPhone && filterBar}
      {summaryCards}
      {/* Until the country summary above has loaded, a placeholder stands for the club list, so that the list does not shift. */}
      {isPending && !isPhone ? <ClubListSkeleton {...tableProps} /> : list}
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
