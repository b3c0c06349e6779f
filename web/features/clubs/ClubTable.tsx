import { ActionIcon, Anchor, Box, Flex, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ClubRow } from '#shared/contracts/clubs/clubs.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { formatDate, formatNumber } from '#web/lib/format/format.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import styles from './Clubs.module.css'
import { clubPageSize, type useClubs } from './clubs.api.ts'

export const buildClubEditButtonId = (id: number) => `edit-${id}`

function buildClubColumns(onEdit: ((club: ClubRow) => void) | undefined): Column<ClubRow>[] {
  const columns: Column<ClubRow>[] = [
    {
      title: text.name,
      hasNoLabel: true,
      cell: club => (
        <Flex gap={12} align="center" miw={0}>
          <ClubAvatar club={club} size={38} />
          <Box miw={0} fw={600} className={styles.name} title={club.name}>
            <Anchor
              inherit
              renderRoot={props => <Link to="/clubs/$id" params={{ id: String(club.id) }} {...props} />}
            >
              {club.name}
            </Anchor>
          </Box>
        </Flex>
      ),
    },
    {
      title: text.place,
      width: '136px',
      cell: club => (
        <Box miw={0} lh={1.3}>
          <div>{getCountryName(club.country)}</div>
          {club.city && <div className={styles.muted}>{club.city}</div>}
        </Box>
      ),
    },
    {
      title: text.university,
      width: '19%',
      isHiddenWhenNarrow: true,
      cell: club => club.university ?? text.none,
    },
    {
      title: text.members,
      width: '64px',
      cell: club => <span className="tabular">{formatNumber(club.memberCount)}</span>,
    },
    {
      title: text.status,
      width: '104px',
      cell: club => <StatusBadge status={club.isActive ? 'active' : 'inactive'} />,
    },
    {
      title: text.created,
      width: '116px',
      isHiddenWhenNarrow: true,
      cell: club => (
        <Text span inherit className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {formatDate(club.createdAt)}
        </Text>
      ),
    },
  ]
  if (!onEdit) return columns
  return [
    ...columns,
    {
      title: text.actions,
      width: '84px',
      hasNoLabel: true,
      cell: club => (
        <ActionIcon
          id={buildClubEditButtonId(club.id)}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.edit({ name: club.name })}
          onClick={() => onEdit(club)}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
}

function ClubPhoneRow({ club }: { club: ClubRow }) {
  return (
    <ListRow
      lead={<ClubAvatar club={club} size={40} />}
      title={club.name}
      line={[club.city ?? getCountryName(club.country), text.memberCount({ count: club.memberCount })].join(
        ' · ',
      )}
      badge={!club.isActive && <StatusBadge status="inactive" />}
      renderRoot={props => <Link to="/clubs/$id" params={{ id: String(club.id) }} {...props} />}
    />
  )
}

/** Table of clubs, on phones a list. `onEdit` is undefined for users who may not manage clubs. */
export function ClubTable({
  query,
  page,
  action,
  onEdit,
  onPage,
}: {
  query: Pick<ReturnType<typeof useClubs>, 'data' | 'error' | 'isPending' | 'refetch'>
  page: number
  /** Button shown in place of the club list when the list is empty. */
  action: ReactNode
  onEdit: ((club: ClubRow) => void) | undefined
  onPage: (page: number) => void
}) {
  return (
    <ListTable
      caption={text.list}
      columns={buildClubColumns(onEdit)}
      phoneRow={club => <ClubPhoneRow club={club} />}
      query={query}
      empty={text.empty}
      skeletons={10}
      skeletonImage="square"
      action={action}
      pages={{ page, pageSize: clubPageSize, onChange: onPage }}
    />
  )
}
