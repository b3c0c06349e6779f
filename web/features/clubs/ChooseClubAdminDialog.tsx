import { Anchor, Box, Button, Flex, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClubDetail } from '#shared/contracts/clubs/clubs.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import { clubsText, adminText as text } from '#texts/clubs.ts'
import { roleLabels } from '#texts/labels.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './ChooseClubAdminDialog.module.css'
import { useActiveClubMembers, useAssignClubAdministrator } from './clubs.api.ts'

/** Candidate for club administrator. For the present administrator, membership number and role are unknown. */
type Choice = NonNullable<ClubDetail['admin']> & Partial<Pick<UserRow, 'membershipNumber' | 'role'>>

function ClubAdminOption({
  person,
  note,
  isChosen,
  onChoose,
}: {
  person: Choice | null
  note?: string
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <Flex
      component="label"
      gap={12}
      align="center"
      mih={52}
      py={8}
      px={14}
      style={{ cursor: 'pointer' }}
      className={styles.option}
    >
      <input type="radio" name="adminId" checked={isChosen} onChange={onChoose} />
      {person && <PersonAvatar person={person} size={32} />}
      <Flex component="span" direction="column" miw={0}>
        <Box component="span" fw={600} className={styles.name}>
          {person?.fullName ?? text.nobody}
        </Box>
        {note && <span className={styles.muted}>{note}</span>}
      </Flex>
    </Flex>
  )
}

function buildClubAdminNote({ id, membershipNumber, role }: Choice, present: number | undefined): string {
  const parts = [id === present && text.present, membershipNumber, role && roleLabels[role]]
  return parts.filter(Boolean).join(' · ')
}

/**
 * Options for the club's administrator: nobody, or an active member. The chosen person stays listed during a search.
 */
function ClubAdminOptions({
  club,
  search,
  chosen,
  onChoose,
}: {
  club: ClubDetail
  search: string
  chosen: Choice | null
  onChoose: (person: Choice | null) => void
}) {
  const members = useActiveClubMembers(club.id, search)
  if (members.error) return <ErrorState error={members.error} onRetry={() => members.refetch()} />
  if (!members.data) return <Skeleton height={220} />
  const { rows, total, isCapped } = members.data
  const isListed = chosen === null || rows.some(({ id }) => id === chosen.id)
  const listed: Choice[] = isListed ? rows : [chosen, ...rows]
  return (
    <>
      <Box
        component="fieldset"
        miw={0}
        mah={300}
        m={0}
        p={0}
        bd="1px solid var(--line)"
        bdrs={12}
        style={{ overflow: 'hidden auto' }}
      >
        <legend className="visually-hidden">{text.list}</legend>
        <ClubAdminOption person={null} isChosen={chosen === null} onChoose={() => onChoose(null)} />
        {listed.map(person => (
          <ClubAdminOption
            key={person.id}
            person={person}
            note={buildClubAdminNote(person, club.admin?.id)}
            isChosen={person.id === chosen?.id}
            onChoose={() => onChoose(person)}
          />
        ))}
      </Box>
      <Text size="xs" c="dimmed" role="status">
        {rows.length === 0 && text.empty}
        {total > rows.length &&
          text.more({ shown: rows.length, total: `${formatNumber(total)}${isCapped ? '+' : ''}` })}
      </Text>
    </>
  )
}

export function ChooseClubAdminDialog({
  user,
  club,
  onClose,
}: {
  user: CurrentUser
  club: ClubDetail
  onClose: () => void
}) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(club.admin)
  const choose = useAssignClubAdministrator(club)
  const errorText = choose.error instanceof ApiError ? choose.error.fields.adminId : undefined
  return (
    <FormDialog
      title={club.admin ? text.change : text.choose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {clubsText.cancel}
          </Button>
          <Button
            loading={choose.isPending}
            disabled={chosen?.id === club.admin?.id}
            onClick={() => choose.mutate(chosen?.id ?? null, { onSuccess: onClose })}
          >
            {clubsText.save}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.help}
      </Text>
      <SearchField label={text.search} value={search} onChange={setSearch} />
      <ClubAdminOptions club={club} search={search} chosen={chosen} onChoose={setChosen} />
      {errorText && (
        <Text size="sm" c="red" role="alert">
          {errorText}
        </Text>
      )}
      <Text size="sm">
        {text.role}{' '}
        {chosen && can(user, 'users.changeRole') && (
          <Anchor
            inherit
            renderRoot={props => (
              <Link to="/user-management" search={{ search: chosen.fullName, user: chosen.id }} {...props} />
            )}
          >
            {text.toRole({ name: chosen.fullName })}
          </Anchor>
        )}
      </Text>
    </FormDialog>
  )
}
