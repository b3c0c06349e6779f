import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { UserSort } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { serializeCustomFieldFilterConditions } from '#shared/contracts/custom-fields/field-conditions.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import { usersText } from '#texts/users.ts'
import { useUserSelection } from '#web/features/users/bulk/use-user-selection.tsx'
import type { UserDialogRequest } from '#web/features/users/decisions/UserDialogs.tsx'
import { useTagsOfUsers } from '#web/features/users/tags/tags.api.ts'
import {
  useCustomFieldColumns,
  useCustomFieldsForFilter,
  userPageSize,
  type useUsers,
} from '#web/features/users/users.api.ts'
import type { DisplayOptions, UserFilter } from '#web/features/users/users.search.ts'
import { SavedViewMenu } from '#web/features/users/views/SavedViewMenu.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { listReferencesToMissingCustomFields, type MissingField } from '#web/lib/form/missing-fields.ts'
import { formatTotalRowCount } from '#web/lib/query/paged-queries.ts'
import { MissingCustomFieldsNotice } from '#web/ui/form/MissingCustomFieldsNotice.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { buildCustomFieldColumns, listFieldsShownAsColumns } from './field-columns.tsx'
import { PersonRow } from './PersonRow.tsx'
import { UserFilters } from './UserFilters.tsx'
import { listHiddenColumns, UserListDisplayOptionsMenu } from './UserListDisplayOptionsMenu.tsx'
import { UserListSortOrderSelect } from './UserListSortOrderSelect.tsx'
import { buildActionsButtonId, UserRowActions } from './UserRowActions.tsx'

const UserDialogs = createLazyOverlay(
  async () => (await import('#web/features/users/decisions/UserDialogs.tsx')).UserDialogs,
)

/** Props that a page passes to its user list: current user, filter state from the URL and change handlers. */
export interface UserListProps {
  user: CurrentUser
  filter: UserFilter
  page: number
  look: DisplayOptions
  /** Query string of the current URL, and a function that navigates to the query string of a saved list view. */
  address: { search: string; onOpen: (search: string) => void }
  onLook: (change: DisplayOptions) => void
  onFilter: (change: UserFilter) => void
  onPage: (page: number) => void
  onView: (id: number) => void
  /**
   * Links to related pages, such as invitations and member imports, shown beside the number of listed users.
   */
  tools?: ReactNode
}

const noFilter: Record<keyof UserFilter, undefined> = {
  search: undefined,
  country: undefined,
  clubId: undefined,
  role: undefined,
  status: undefined,
  educationLevel: undefined,
  institution: undefined,
  tagId: undefined,
  segmentId: undefined,
  from: undefined,
  to: undefined,
  where: undefined,
}

function buildUserActionsColumn(
  user: CurrentUser,
  onView: (id: number) => void,
  onAct: (request: UserDialogRequest) => void,
): Column<UserRow> {
  return {
    title: usersText.actions,
    width: '84px',
    hasNoLabel: true,
    cell: person => (
      <UserRowActions
        user={user}
        person={person}
        onView={() => onView(person.id)}
        onAct={kind => onAct({ kind, person })}
      />
    ),
  }
}

/**
 * Returns whose custom fields the list offers to manage: those of the club in the filter, or of the user's own area.
 */
function findCustomFieldScope(
  user: CurrentUser,
  { country, clubId }: UserFilter,
): { clubId?: number } | undefined {
  if (!can(user, 'fields.manage')) return undefined
  return clubId && country && can(user, 'fields.manage', { place: { country, clubId } }) ? { clubId } : {}
}

interface Props extends UserListProps {
  caption: string
  empty: string
  /** Builds the table columns of a user list; `tagsOf` returns the names of a user's tags. */
  columns: (tagsOf: (id: number) => string[]) => Column<UserRow>[]
  query: ReturnType<typeof useUsers>
  of: 'members' | 'users'
  sort: UserSort
  exported?: UserFilter
}

/** Table of users with filters, bulk actions and paging. */
export function UserList({
  caption,
  empty,
  columns: buildColumns,
  query,
  of,
  exported,
  sort,
  user,
  filter,
  page,
  look,
  address,
  onLook,
  onFilter,
  onPage,
  onView,
  tools,
}: Props) {
  const [dialogRequest, setDialogRequest] = useState<UserDialogRequest>()
  const actions = buildUserActionsColumn(user, onView, setDialogRequest)
  const isPhone = useIsPhone()
  const rows = query.data?.rows ?? []
  const fields = useCustomFieldColumns(user, filter).data ?? []
  const shownFieldIds = listFieldsShownAsColumns(look)
  const knownFields = useCustomFieldsForFilter(user, filter, shownFieldIds)
  const missingFields = knownFields
    ? listReferencesToMissingCustomFields(filter.where, shownFieldIds, knownFields)
    : []
  const removeReference = (missing: MissingField) =>
    missing.kind === 'column'
      ? onLook({ fields: missing.remaining.join(',') || undefined })
      : onFilter({ where: serializeCustomFieldFilterConditions(missing.remaining) || undefined })
  const tags = useTagsOfUsers(
    rows.map(({ id }) => id),
    can(user, 'users.tag'),
  )
  const getTagsOfUser = (id: number) => tags.get(id)?.map(({ name }) => name) ?? []
  const columns = buildColumns(getTagsOfUser)
  const hiddenColumns = listHiddenColumns(look)
  const visibleColumns = columns.filter(
    ({ sort: name = '' }, index) => index === 0 || !hiddenColumns.includes(name),
  )
  const found = formatTotalRowCount(query.data)
  const selection = useUserSelection({
    user,
    rows,
    filter: exported ?? filter,
    total: { count: query.data?.total ?? 0, text: found },
  })
  const isFiltered = Object.keys(noFilter).some(name => filter[name as keyof UserFilter])
  return (
    <>
      <UserFilters
        user={user}
        filter={filter}
        fields={fields}
        of={of}
        found={found}
        exported={exported}
        order={
          <UserListSortOrderSelect columns={columns} sort={sort} onSort={next => onLook({ sort: next })} />
        }
        onChange={onFilter}
        onClear={() => onFilter({ ...noFilter, search: filter.search })}
      >
        {selection.button}
        <SavedViewMenu user={user} list={of} {...address} />
        {!isPhone && (
          <UserListDisplayOptionsMenu
            columns={columns}
            fields={fields}
            fieldScope={findCustomFieldScope(user, filter)}
            options={look}
            onChange={onLook}
          />
        )}
        {tools}
      </UserFilters>
      <MissingCustomFieldsNotice
        problems={missingFields.map(missing => ({
          text: missing.text,
          onRemove: () => removeReference(missing),
        }))}
      />
      {selection.bar}
      <ListTable
        caption={caption}
        columns={[...selection.columns, ...visibleColumns, ...buildCustomFieldColumns(fields, look), actions]}
        order={{ sort, onSort: next => onLook({ sort: next as UserSort }) }}
        phoneRow={person => (
          <PersonRow
            user={user}
            person={person}
            tags={getTagsOfUser(person.id)}
            tick={selection.tick?.(person)}
            onView={onView}
          />
        )}
        query={query}
        empty={empty}
        action={
          isFiltered && (
            <Button variant="default" onClick={() => onFilter(noFilter)}>
              {usersText.clear}
            </Button>
          )
        }
        pages={{ page, pageSize: look.size ?? userPageSize, onChange: onPage }}
      />
      {dialogRequest && (
        <UserDialogs
          user={user}
          acting={dialogRequest}
          onClose={() => {
            setDialogRequest(undefined)
            focusElementAfterDialogCloses(buildActionsButtonId(dialogRequest.person.id))
          }}
        />
      )}
    </>
  )
}
