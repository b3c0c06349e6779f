import { Box, Button, Flex, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Term } from '#shared/contracts/offices/offices.schemas.ts'
import { roleLabels } from '#shared/labels.ts'
import { can } from '#shared/policies.ts'
import { formatCalendarDate, formatDate } from '#web/lib/format/format.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { officePageSize, useOffices, useSetOfficeTerm } from './offices.api.ts'
import { officesText as text } from './offices.text.ts'

const getPlace = ({ clubName, country }: Pick<Term, 'clubName' | 'country'>) => clubName ?? country
const formatStartDate = ({ startedAt }: Term) => (startedAt ? formatDate(startedAt) : text.unknown)

/** Remaining milliseconds below which a term of office is marked as ending soon: 30 days, as for the reminder. */
const endingSoonWindow = 30 * 86_400_000

function TermEnd({ term: { endsOn } }: { term: Term }) {
  if (!endsOn)
    return (
      <Box component="span" c="dimmed">
        {text.open}
      </Box>
    )
  const remaining = Date.parse(endsOn) + 86_400_000 - Date.now()
  const warning = remaining < 0 ? text.overdue : remaining < endingSoonWindow ? text.soon : undefined
  return (
    <>
      <span className="tabular">{formatCalendarDate(endsOn)}</span>
      {warning && (
        <Box
          component="span"
          display="block"
          w="fit-content"
          px={8}
          py={1}
          mt={2}
          bdrs={6}
          fz={12}
          fw={700}
          style={{ whiteSpace: 'nowrap' }}
          {...getToneProps('warn')}
        >
          {warning}
        </Box>
      )}
    </>
  )
}

function Holder({ term }: { term: Term }) {
  return (
    <Flex component="span" gap={12} align="center" miw={0}>
      <PersonAvatar person={term} />
      <Box component="span" fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
        {term.fullName}
      </Box>
    </Flex>
  )
}

const sharedColumns: Column<Term>[] = [
  { title: text.holder, width: '26%', hasNoLabel: true, cell: term => <Holder term={term} /> },
  { title: text.office, width: '17%', cell: term => roleLabels[term.office] },
  { title: text.place, width: '20%', cell: getPlace },
  { title: text.since, width: '13%', isHiddenWhenNarrow: true, cell: formatStartDate },
]

/** Whether the user may set the last day of a term of office: requires permission to change the holder's role. */
function canChangeTerm(user: CurrentUser, { userId, office, country, clubId }: Term): boolean {
  return can(user, 'users.changeRole', {
    user: { id: userId, role: office, currentCountry: country, clubId },
  })
}

function TermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const [day, setDay] = useState(term.endsOn ?? '')
  const setOfficeTerm = useSetOfficeTerm()
  return (
    <Modal opened onClose={onClose} title={text.setTerm(term.fullName)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.termHelp}
        </Text>
        <LazyDayInput label={text.lastDay} day={day} isWithin={false} onChange={setDay} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            loading={setOfficeTerm.isPending}
            onClick={() => setOfficeTerm.mutate({ id: term.id, endsOn: day || null }, { onSuccess: onClose })}
          >
            {text.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Table of current office holders with the end of their terms, or of former office holders. */
export function OfficeList({ user, held }: { user: CurrentUser; held: 'now' | 'before' }) {
  const [page, setPage] = useState(1)
  const [term, setTerm] = useState<Term>()
  const query = useOffices(held, page)
  const title = text[held]
  const setTermColumn: Column<Term> = {
    title: text.set,
    header: ' ',
    width: '110px',
    hasNoLabel: true,
    cell: row =>
      canChangeTerm(user, row) && (
        <Button
          size="xs"
          variant="default"
          aria-label={text.setTerm(row.fullName)}
          onClick={() => setTerm(row)}
        >
          {text.set}
        </Button>
      ),
  }
  const lastColumns: Column<Term>[] =
    held === 'now'
      ? [{ title: text.until, cell: row => <TermEnd term={row} /> }, setTermColumn]
      : [{ title: text.ended, cell: row => row.endedAt && formatDate(row.endedAt) }]
  return (
    <Box component="section" mb={32} aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <ListTable
        caption={title}
        columns={[...sharedColumns, ...lastColumns]}
        phoneRow={row => (
          <ListRow
            lead={<PersonAvatar person={row} size={40} />}
            title={row.fullName}
            line={`${roleLabels[row.office]} · ${getPlace(row)}`}
            badge={
              <Box component="span" flex="none" fz={13} ta="right">
                {held === 'now' ? <TermEnd term={row} /> : row.endedAt && formatDate(row.endedAt)}
              </Box>
            }
            onOpen={held === 'now' && canChangeTerm(user, row) ? () => setTerm(row) : undefined}
          />
        )}
        query={query}
        empty={held === 'now' ? text.noneNow : text.noneBefore}
        pages={{ page, pageSize: officePageSize, onChange: setPage }}
      />
      {term && <TermDialog term={term} onClose={() => setTerm(undefined)} />}
    </Box>
  )
}
