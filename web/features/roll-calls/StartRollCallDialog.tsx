import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { rollCallBody } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { askText as text } from '#texts/roll-calls.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { useCountriesForFilters } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useStartRollCall } from './roll-calls.api.ts'

const dayOptions = [1, 3, 7, 14, 30]

export function StartRollCallDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const startRollCall = useStartRollCall()
  const navigate = useNavigate()
  const scope = getPermissionScopeOfActor(user)
  const ownCountry = scope.over === 'country' ? (scope.country as Country) : undefined
  const listedCountries = useCountriesForFilters(user.currentCountry)
  const [country, setCountry] = useState<string>(ownCountry ?? user.currentCountry ?? '')
  const { form, errors, submit } = useValidatedForm({
    schema: rollCallBody,
    sending: startRollCall,
    read: fields => {
      const { days: retentionDays, ...rest } = readFormValues(fields)
      return { values: { ...rest, days: Number(retentionDays) } }
    },
    onSuccess: ({ id }) => {
      onClose()
      void navigate({ to: '/safety/$id', params: { id: String(id) } })
    },
  })
  return (
    <FormDialog
      size="lg"
      title={text.title}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" color="red" disabled={startRollCall.isPending}>
            {startRollCall.isPending ? text.submitting : text.submit}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.intro}
      </Text>
      <CountrySelect
        name="country"
        label={text.country}
        withAsterisk
        countries={ownCountry ? [ownCountry] : listedCountries}
        emptyLabel={ownCountry ? undefined : text.choose}
        value={country}
        error={errors.country}
        onChange={chosen => setCountry(chosen ?? '')}
      />
      <TextInput
        name="city"
        label={text.city}
        description={text.cityHelp}
        maxLength={100}
        error={errors.city}
      />
      <Textarea
        name="message"
        label={text.message}
        description={text.messageHelp}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        error={errors.message}
      />
      <NativeSelect
        name="days"
        label={text.days}
        data={dayOptions.map(count => ({ value: String(count), label: text.dayCount({ count }) }))}
        defaultValue="7"
        error={errors.days}
      />
    </FormDialog>
  )
}
