import { Button, Group, Modal, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { rollCallBody } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { getActorScope } from '#shared/policies.ts'
import { askText as text } from '#texts/roll-calls.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { useStartRollCall } from './roll-calls.api.ts'

const dayOptions = [1, 3, 7, 14, 30]

export function StartRollCallDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const startRollCall = useStartRollCall()
  const navigate = useNavigate()
  const scope = getActorScope(user)
  const countryOptions = scope.over === 'country' ? [scope.country] : ['', ...countries]
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
    <Modal opened onClose={onClose} size="lg" title={text.title}>
      <Columns ref={form} noValidate onSubmit={submit} component="form" gap={16}>
        <Text size="sm" c="dimmed">
          {text.intro}
        </Text>
        <NativeSelect
          name="country"
          label={text.country}
          withAsterisk
          data={countryOptions.map(country => ({ value: country, label: country || text.choose }))}
          defaultValue={user.currentCountry ?? countryOptions[0]}
          error={errors.country}
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" color="red" disabled={startRollCall.isPending}>
            {startRollCall.isPending ? text.submitting : text.submit}
          </Button>
        </Group>
      </Columns>
    </Modal>
  )
}
