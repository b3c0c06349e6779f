import { ActionIcon, Anchor, Flex, Group, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import { customFieldsText } from '#texts/custom-fields.ts'
import { roleLabels } from '#texts/labels.ts'
import { usersText as text } from '#texts/users.ts'
import { PersonNameAndEmail, RoleBadge } from '#web/features/users/PersonNameAndEmail.tsx'
import { userPageSize, useUsers } from '#web/features/users/users.api.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { PersonRow } from './PersonRow.tsx'
import { buildViewButtonId } from './UserRowActions.tsx'

const getClubMemberColumns = (): Column<UserRow>[] => [
  { title: text.member, width: '46%', hasNoLabel: true, cell: row => <PersonNameAndEmail person={row} /> },
  {
    title: text.membershipNumber,
    width: '22%',
    cell: row => <span className="tabular">{row.membershipNumber ?? text.none}</span>,
  },
  { title: text.role, width: '22%', cell: row => <RoleBadge role={row.role} /> },
]

/** List of the active members of one club, for users who may see the members of that club. */
export function ClubMemberList({
  user,
  club,
  page,
  onPage,
  onView,
}: {
  user: CurrentUser
  club: { id: number; country: string }
  page: number
  onPage: (page: number) => void
  onView: (id: number) => void
}) {
  const query = useUsers({ clubId: club.id, status: 'active' }, page, 'fullName')
  const viewColumn: Column<UserRow> = {
    title: text.actions,
    width: '96px',
    hasNoLabel: true,
    cell: ({ id, fullName }) =>
      can(user, 'users.view', { club }) && (
        <Flex component="span" gap={4} align="center" justify="flex-end" w="100%">
          <ButtonTooltip label={text.view({ name: fullName })}>
            <ActionIcon
              id={buildViewButtonId(id)}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={text.view({ name: fullName })}
              onClick={() => onView(id)}
            >
              <IconEye size={18} aria-hidden />
            </ActionIcon>
          </ButtonTooltip>
        </Flex>
      ),
  }
  return (
    <section aria-label={text.clubMembers}>
      <Group justify="space-between" align="baseline" mt="xl" mb="sm">
        <Title order={3} size="h4">
          {text.clubMembers}
        </Title>
        <Flex wrap="wrap" columnGap="md" rowGap={24}>
          {can(user, 'cards.print', { club }) && (
            <Anchor
              size="sm"
              className="lone"
              renderRoot={props => <Link to="/clubs/$id/cards" params={{ id: String(club.id) }} {...props} />}
            >
              {text.printCards}
            </Anchor>
          )}
          {can(user, 'fields.manage', { place: { country: club.country, clubId: club.id } }) && (
            <Anchor
              size="sm"
              className="lone"
              renderRoot={props => <Link to="/custom-fields" search={{ clubId: club.id }} {...props} />}
            >
              {customFieldsText.link}
            </Anchor>
          )}
          <Anchor
            size="sm"
            className="lone"
            renderRoot={props => (
              <Link to="/members" search={{ country: club.country, clubId: club.id }} {...props} />
            )}
          >
            {text.inMemberList}
          </Anchor>
        </Flex>
      </Group>
      <ListTable
        caption={text.clubMembers}
        columns={[...getClubMemberColumns(), viewColumn]}
        phoneRow={person => (
          <PersonRow
            user={user}
            person={person}
            line={[person.role !== 'member' && roleLabels[person.role], person.membershipNumber]
              .filter(Boolean)
              .join(' · ')}
            onView={onView}
          />
        )}
        query={query}
        empty={text.emptyClub}
        pages={{ page, pageSize: userPageSize, onChange: onPage }}
      />
    </section>
  )
}
