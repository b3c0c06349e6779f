import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { usersText as text } from '#texts/users.ts'
import { buildViewButtonId } from '#web/features/users/list/UserRowActions.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'

/** Row of a pending applicant on phones. It opens the details or, in selection mode, has a checkbox (`tick`). */
export function PendingApplicantRow({
  person,
  tick,
  onView,
}: {
  person: UserRow
  tick?: ReactNode
  onView: (id: number) => void
}) {
  return (
    <ListRow
      id={buildViewButtonId(person.id)}
      lead={<PersonAvatar person={person} size={40} />}
      title={person.fullName}
      line={
        <>
          {[getCountryName(person.currentCountry), formatDate(person.createdAt)].filter(Boolean).join(' · ')}
          {!person.isEmailConfirmed && (
            <Text span inherit display="block" mt={2} c="var(--warn-text)">
              {text.emailUnconfirmed}
            </Text>
          )}
        </>
      }
      // All listed applicants are pending, so the badge shows only what prevents approval: a missing country.
      badge={
        !person.currentCountry && (
          <Box
            component="span"
            py={2}
            px={10}
            bdrs={6}
            fz={12}
            fw={700}
            c="var(--warn-text)"
            bg="var(--warn)"
            style={{ whiteSpace: 'nowrap' }}
          >
            {text.noCountry}
          </Box>
        )
      }
      {...(tick ? { tick } : { onOpen: () => onView(person.id) })}
    />
  )
}
