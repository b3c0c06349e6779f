import { Box, Button, Flex, Group, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { roles } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getRoleOrOfficeLabel } from '#shared/office-label.ts'
import { can } from '#shared/policies.ts'
import { nameText } from '#texts/labels.ts'
import { officesText as text } from '#texts/offices.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { formatCalendarDate, formatDate } from '#web/lib/format/format.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { officePageSize, type TermRow, useOffices, useSetEndOfOfficeTerm } from './offices.api.ts'

const getClubOrCountryOfOffice = ({ clubName, country }: TermRow) =>
  clubName ?? getCountryName(country) ?? nameText.headquarters
const formatStartDate = ({ startsOn, startedAt }: TermRow) =>
  startsOn ? formatCalendarDate(startsOn) : startedAt ? formatDate(startedAt) : text.unknown

/** Time in milliseconds before the end of a term of office at which users are warned: 30 days. */
const endingSoonWindow = 30 * 86_400_000

/** Returns the warning that a current term of office has ended or ends soon. */
function getTermWarning({ endsOn }: TermRow): string | undefined {
  if (!endsOn) return undefined
  const remaining = Date.parse(endsOn) + 86_400_000 - Date.now()
  return remaining < 0 ? text.overdue : remaining < endingSoonWindow ? text.soon : undefined
}

function OfficeTermEnd({ term }: { term: TermRow }) {
  const { endsOn } = term
  const warning = getTermWarning(term)
  return (
    <>
      <Box component="span" display="block" className="tabular" c={endsOn ? undefined : 'dimmed'}>
        {endsOn ? formatCalendarDate(endsOn) : text.open}
      </Box>
      {warning && <ColouredBadge tone="warn">{warning}</ColouredBadge>}
    </>
  )
}

/**
 * Row of a term of office on phones: office, club or country, and last day. A badge warns when a current term
 * has ended or ends soon.
 */
function OfficeTermLine({ term }: { term: TermRow }) {
  const { office, endsOn, endedAt } = term
  const warning = endedAt ? undefined : getTermWarning(term)
  const lastDay = endedAt ? formatDate(endedAt) : formatCalendarDate(endsOn ?? undefined)
  return (
    <>
      <DotSeparatedList
        parts={[getRoleOrOfficeLabel(office), shortenClubName(getClubOrCountryOfOffice(term))]}
      />
      <Group component="span" mt={2} gap="2px 8px">
        {lastDay ? text.endsOn({ day: lastDay }) : text.open}
        {warning && <ColouredBadge tone="warn">{warning}</ColouredBadge>}
      </Group>
    </>
  )
}

function OfficeHolder({ term }: { term: TermRow }) {
  return (
    <Flex component="span" gap={12} align="center" miw={0}>
      <PersonAvatar person={term} />
      <Box component="span" fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
        {term.fullName}
      </Box>
    </Flex>
  )
}

const getSharedOfficeColumns = (): Column<TermRow>[] => [
  { title: text.holder, width: '26%', hasNoLabel: true, cell: term => <OfficeHolder term={term} /> },
  { title: text.office, width: '18%', cell: term => getRoleOrOfficeLabel(term.office) },
  { title: text.place, width: '19%', cell: getClubOrCountryOfOffice },
  { title: text.since, width: '12%', isHiddenWhenNarrow: true, cell: formatStartDate },
]

/**
 * Whether the user may set the last day of a term of office, which requires permission to change the holder's role. The
 * term of an appointed office is fixed; a button in the holder's details ends it.
 */
function canChangeOfficeTerm(user: CurrentUser, { userId, office, country, clubId }: TermRow): boolean {
  const role = roles.find(name => name === office)
  if (!role) return false
  return can(user, 'users.changeRole', { user: { id: userId, role, currentCountry: country, clubId } })
}

function OfficeTermDialog({ term, onClose }: { term: TermRow; onClose: () => void }) {
  const [day, setDay] = useState(term.endsOn ?? '')
  const setOfficeTerm = useSetEndOfOfficeTerm()
  return (
    <FormDialog
      title={text.setTerm({ name: term.fullName })}
      isShort
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            loading={setOfficeTerm.isPending}
            onClick={() =>
              setOfficeTerm.mutate({ id: term.termId, endsOn: day || null }, { onSuccess: onClose })
            }
          >
            {text.save}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.termHelp}
      </Text>
      <LazyDayInput label={text.lastDay} day={day} isWithin={false} onChange={setDay} />
    </FormDialog>
  )
}

/** Table of current office holders with the end of their terms, or of former office holders. */
export function OfficeList({ user, held }: { user: CurrentUser; held: 'now' | 'before' }) {
  const [page, setPage] = useState(1)
  const [term, setTerm] = useState<TermRow>()
  const query = useOffices(held, page)
  const title = text[held]
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  /** Returns the action that a tap on a term of office runs on phones; undefined if there is none. */
  const getTermRowAction = (row: TermRow) => {
    if (held === 'before') return undefined
    if (row.isAppointed) return () => void navigate({ to: '/members', search: { user: row.userId } })
    return canChangeOfficeTerm(user, row) ? () => setTerm(row) : undefined
  }
  const setTermColumn: Column<TermRow> = {
    title: text.set,
    header: ' ',
    width: '110px',
    hasNoLabel: true,
    cell: row =>
      row.isAppointed ? (
        <Button
          size="xs"
          variant="default"
          fullWidth
          aria-label={text.openHolder({ name: row.fullName })}
          renderRoot={props => <Link to="/members" search={{ user: row.userId }} {...props} />}
        >
          {text.openDetails}
        </Button>
      ) : (
        canChangeOfficeTerm(user, row) && (
          <Button
            size="xs"
            variant="default"
            fullWidth
            aria-label={text.setTerm({ name: row.fullName })}
            onClick={() => setTerm(row)}
          >
            {text.set}
          </Button>
        )
      ),
  }
  const lastColumns: Column<TermRow>[] =
    held === 'now'
      ? [
          {
            title: text.until,
            cell: row => <OfficeTermEnd term={row} />,
          },
          setTermColumn,
        ]
      : [{ title: text.ended, cell: row => row.endedAt && formatDate(row.endedAt) }]
  return (
    <Box component="section" mb={32} aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <ListTable
        caption={title}
        columns={[...getSharedOfficeColumns(), ...lastColumns]}
        phoneRow={row => (
          <ListRow
            lead={<PersonAvatar person={row} size={40} />}
            title={row.fullName}
            line={<OfficeTermLine term={row} />}
            onOpen={getTermRowAction(row)}
          />
        )}
        isNarrow={isNarrow}
        query={query}
        empty={held === 'now' ? text.noneNow : text.noneBefore}
        pages={{ page, pageSize: officePageSize, onChange: setPage }}
      />
      {term && <OfficeTermDialog term={term} onClose={() => setTerm(undefined)} />}
    </Box>
  )
}
