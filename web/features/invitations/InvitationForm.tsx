import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { invitationText as text } from '#texts/invitations.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { InvitationDialog } from './InvitationDialog.tsx'
import { useCreateInvitation } from './invitations.api.ts'

const limitOptions = ['1', '5', '20', '50', '100', '500']
const dayOptions = ['1', '7', '14', '30', '90']

/** Country and club fields of an invitation, for users who may choose them. Others invite to their own club. */
function InvitationLocationFields({
  ownCountry,
  allowedCountries,
  error,
  country,
  clubId,
  isFocused,
  onChange,
}: {
  /** Country of a country administrator, who cannot choose another country for an invitation. */
  ownCountry?: Country
  allowedCountries: readonly Country[]
  error?: string
  country: string
  clubId: string
  isFocused: boolean
  onChange: (country: string, clubId: string) => void
}) {
  const clubs = useClubOptions(country)
  return (
    <>
      <CountrySelect
        label={text.country}
        countries={allowedCountries}
        emptyLabel={ownCountry ? undefined : text.choose}
        value={country}
        error={error}
        autoFocus={isFocused}
        onChange={chosen => onChange(chosen ?? '', '')}
      />
      <NativeSelect
        label={text.club}
        disabled={!country}
        data={[
          { value: '', label: text.wholeCountry },
          ...(clubs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={clubId}
        onChange={event => onChange(country, event.currentTarget.value)}
      />
    </>
  )
}

/** Field that chooses between an invitation link and an invitation by email. */
function InvitationMethodControl({
  method,
  onChange,
}: {
  method: string
  onChange: (method: string) => void
}) {
  return (
    <SegmentedControl
      aria-label={text.title}
      value={method}
      onChange={onChange}
      data={[
        { value: 'link', label: text.byLink },
        { value: 'mail', label: text.byMail },
      ]}
    />
  )
}

/** Select for how often an invitation link can be used, or for how many days an invitation is valid. */
function InvitationLimitSelect({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: string[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <NativeSelect
      label={label}
      data={options}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** Submit button of the invitation form. `missing` disables it and says which field must be filled in first. */
function CreateInvitationButton({
  isMail,
  isBusy,
  missing,
}: {
  isMail: boolean
  isBusy: boolean
  missing: string | undefined
}) {
  const missingId = useId()
  return (
    // The hint about a missing field is beside the submit button, so the form does not shift when the hint is gone.
    <Group>
      <Button
        type="submit"
        loading={isBusy}
        disabled={missing !== undefined}
        aria-describedby={missing && missingId}
      >
        {isMail ? text.send : text.make}
      </Button>
      {missing && (
        <Text id={missingId} size="sm" c="dimmed">
          {missing}
        </Text>
      )}
    </Group>
  )
}

/** Form that creates an invitation link or sends an invitation by email. `isFocused` focuses the first field. */
export function InvitationForm({ user, isFocused }: { user: CurrentUser; isFocused: boolean }) {
  const scope = getPermissionScopeOfActor(user)
  const canChoose = scope.over === 'all' || scope.over === 'country'
  const openCountries = useCountriesOpenForRegistration()
  const ownCountry = scope.over === 'country' ? (scope.country as Country) : undefined
  const [method, setMethod] = useState('link')
  const [country, setCountry] = useState(scope.over === 'country' ? scope.country : '')
  const [clubId, setClubId] = useState('')
  const [email, setEmail] = useState('')
  const [maxUses, setMaxUses] = useState('20')
  const [days, setDays] = useState('14')
  const create = useCreateInvitation()
  const fields = create.error instanceof ApiError ? create.error.fields : {}
  const isMail = method === 'mail'
  const isCountryMissing = canChoose && !country
  const missing = isCountryMissing ? text.countryFirst : isMail && !email.trim() ? text.emailFirst : undefined
  if (!canChoose && user.clubId === null) return <Alert color="emas">{text.noClub}</Alert>

  const createInvitation = (event: React.FormEvent) => {
    event.preventDefault()
    const body = {
      ...(canChoose && { country: country as Country, clubId: Number(clubId) || null }),
      ...(isMail && { email: email.trim() }),
      most: isMail ? 1 : Number(maxUses),
      days: Number(days),
    }
    create.mutate(body, {
      onSuccess: ({ email: invited }) => {
        if (!invited) return
        setEmail('')
        void showToast('success', text.sent({ email: invited }))
      },
    })
  }
  return (
    <Panel title={text.title} subtitle={text.help}>
      <form onSubmit={createInvitation} noValidate>
        <Stack>
          <InvitationMethodControl
            method={method}
            onChange={value => {
              setMethod(value)
              create.reset()
            }}
          />
          <Columns template={{ xs: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={16} align="start">
            {canChoose ? (
              <InvitationLocationFields
                ownCountry={ownCountry}
                allowedCountries={ownCountry ? [ownCountry] : openCountries}
                error={fields.country}
                country={country}
                clubId={clubId}
                isFocused={isFocused}
                onChange={(nextCountry, nextClub) => {
                  setCountry(nextCountry)
                  setClubId(nextClub)
                }}
              />
            ) : (
              <Text size="sm" style={{ gridColumn: '1 / -1' }}>
                {text.ownClub}
              </Text>
            )}
            {isMail ? (
              <TextInput
                type="email"
                label={text.email}
                value={email}
                error={fields.email}
                onChange={event => setEmail(event.currentTarget.value)}
              />
            ) : (
              <InvitationLimitSelect
                label={text.most}
                options={limitOptions}
                value={maxUses}
                onChange={setMaxUses}
              />
            )}
            <InvitationLimitSelect label={text.days} options={dayOptions} value={days} onChange={setDays} />
          </Columns>
          {Object.keys(fields).length === 0 && (
            <FailureMessage error={create.error} otherwise={text.failed} />
          )}
          <CreateInvitationButton isMail={isMail} isBusy={create.isPending} missing={missing} />
        </Stack>
      </form>
      {create.data?.link && <InvitationDialog invitation={create.data} isNew onClose={create.reset} />}
    </Panel>
  )
}
