import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getScopesAndActionsOfOffice, listOfficesActorMayAppointUserTo } from '#shared/policies.ts'
import { appointedOfficeLabels } from '#texts/labels.ts'
import { dialogText } from '#texts/users.ts'
import { PermissionList } from '#web/features/users/access/PermissionList.tsx'
import { formatClubOrCountryOfOffice } from '#web/features/users/format-club-or-country-of-office.ts'
import { PersonNameAndEmail } from '#web/features/users/PersonNameAndEmail.tsx'
import { useAppointUserToOffice } from '#web/features/users/users.api.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'

/** Dialog that gives the user an office for a term, in the user's club or country or at headquarters. */
export function AppointToOfficeDialog({
  user,
  person,
  onClose,
}: {
  user: CurrentUser
  person: UserRow
  onClose: () => void
}) {
  const text = dialogText.office
  const choices = listOfficesActorMayAppointUserTo(user, person)
  const [index, setIndex] = useState(0)
  const [startsOn, setStart] = useState('')
  const [endsOn, setEnd] = useState('')
  const give = useAppointUserToOffice()
  const choice = choices[index]
  return (
    <FormDialog
      title={text.title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {dialogText.cancel}
          </Button>
          <Button
            disabled={!choice || !endsOn}
            loading={give.isPending}
            onClick={() =>
              choice &&
              give.mutate(
                { userId: person.id, ...choice, startsOn: startsOn || null, endsOn },
                { onSuccess: onClose },
              )
            }
          >
            {text.give}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <PersonNameAndEmail person={person} />
      <NativeSelect
        label={text.office}
        data={choices.map(({ office, over }, value) => ({
          value: String(value),
          label: `${appointedOfficeLabels[office]} · ${formatClubOrCountryOfOffice(over, person.clubName, person.currentCountry)}`,
        }))}
        value={String(index)}
        onChange={event => setIndex(Number(event.currentTarget.value))}
      />
      {choice && (
        <div>
          <Text size="sm" c="dimmed">
            {text.rights}
          </Text>
          <PermissionList actions={getScopesAndActionsOfOffice(choice.office).actions} />
        </div>
      )}
      <LazyDayInput label={text.firstDay} day={startsOn} isWithin={false} onChange={setStart} />
      <LazyDayInput label={text.lastDay} day={endsOn} isWithin={false} onChange={setEnd} />
      <Text size="sm" c="dimmed">
        {text.help}
      </Text>
    </FormDialog>
  )
}
