import { Button, Text } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Appointment } from '#shared/contracts/offices/offices.schemas.ts'
import type { UserDetail } from '#shared/contracts/users/users.schemas.ts'
import { canEndOfficeHeldByUser } from '#shared/policies.ts'
import { appointedOfficeLabels } from '#texts/labels.ts'
import { drawerText as text } from '#texts/users.ts'
import { formatClubOrCountryOfOffice } from '#web/features/users/format-club-or-country-of-office.ts'
import styles from '#web/features/users/Users.module.css'
import { useEndOfficeAppointment } from '#web/features/users/users.api.ts'
import { formatCalendarDate } from '#web/lib/format/format.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

/** Offices to which the user was appointed. A viewer who manages an office can end it with a button. */
export function UserOfficeAppointments({ user, person }: { user: CurrentUser; person: UserDetail }) {
  const end = useEndOfficeAppointment()
  const confirmEnd = ({ id, office }: Appointment) =>
    openConfirmDialog({
      title: text.endOffice,
      text: text.endOfficeConfirm({ office: appointedOfficeLabels[office], name: person.fullName }),
      action: text.endOffice,
      isDangerous: true,
      onConfirm: () => end.mutate(id),
    })
  return (
    <ul className={styles.entries}>
      {person.appointments.map(held => {
        const { id, office, over, clubName, country, startsOn, endsOn } = held
        return (
          <li key={id}>
            <Text size="sm" fw={600}>
              {appointedOfficeLabels[office]} · {formatClubOrCountryOfOffice(over, clubName, country)}
            </Text>
            <Text size="xs" c="dimmed">
              {text.officeTerm({
                from: formatCalendarDate(startsOn) ?? '',
                to: formatCalendarDate(endsOn) ?? '',
              })}
            </Text>
            {canEndOfficeHeldByUser(user, over, person) && (
              <Button
                size="compact-xs"
                variant="default"
                mt={4}
                aria-label={`${text.endOffice}: ${appointedOfficeLabels[office]}`}
                loading={end.isPending}
                onClick={() => confirmEnd(held)}
              >
                {text.endOffice}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
