import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Alert, Button, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { type Country, countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { reachOf } from '#shared/policies.ts'
import { ApiError } from '#web/lib/api.ts'
import { useClubsOf } from '#web/lib/clubs-of.ts'
import { Failed } from '#web/ui/Done.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import { useCreateInvitation } from './invitations.api.ts'
import { invitationText as text } from './invitations.text.ts'

const amounts = ['1', '5', '20', '50', '100', '500']
const spans = ['1', '7', '14', '30', '90']

/** For those who may choose; everybody else invites to their own club. */
function Place({
  within,
  country,
  clubId,
  isFocused,
  onChange,
}: {
  within: readonly string[]
  country: string
  clubId: string
  isFocused: boolean
  onChange: (country: string, clubId: string) => void
}) {
  const clubs = useClubsOf(country)
  return (
    <>
      <NativeSelect
        label={text.country}
        data={within.length === 1 ? [...within] : [{ value: '', label: text.choose }, ...within]}
        value={country}
        autoFocus={isFocused}
        onChange={event => onChange(event.currentTarget.value, '')}
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

/** A link for many people, or a mail to one. `isFocused`: the page was opened to fill in the form. */
export function InviteForm({ user, isFocused }: { user: CurrentUser; isFocused: boolean }) {
  const reach = reachOf(user)
  const mayChoose = reach.over === 'all' || reach.over === 'country'
  const within = reach.over === 'country' ? [reach.country] : countries
  const [way, setWay] = useState('link')
  const [country, setCountry] = useState(reach.over === 'country' ? reach.country : '')
  const [clubId, setClubId] = useState('')
  const [email, setEmail] = useState('')
  const [most, setMost] = useState('20')
  const [days, setDays] = useState('14')
  const create = useCreateInvitation()
  const made = create.data
  const fields = create.error instanceof ApiError ? create.error.fields : {}
  const isMail = way === 'mail'
  const missingId = useId()
  const isPlaceMissing = mayChoose && !country
  const missing = isPlaceMissing ? text.countryFirst : isMail && !email.trim() ? text.emailFirst : undefined
  if (!mayChoose && user.clubId === null) return <Alert color="emas">{text.noClub}</Alert>

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    create.mutate({
      ...(mayChoose && { country: country as Country, clubId: Number(clubId) || null }),
      ...(isMail && { email: email.trim() }),
      most: isMail ? 1 : Number(most),
      days: Number(days),
    })
  }
  return (
    <Panel title={text.title} subtitle={text.help}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <SegmentedControl
            aria-label={text.title}
            value={way}
            onChange={value => {
              setWay(value)
              create.reset()
            }}
            data={[
              { value: 'link', label: text.byLink },
              { value: 'mail', label: text.byMail },
            ]}
          />
          {mayChoose ? (
            <Place
              within={within}
              country={country}
              clubId={clubId}
              isFocused={isFocused}
              onChange={(nextCountry, nextClub) => {
                setCountry(nextCountry)
                setClubId(nextClub)
              }}
            />
          ) : (
            <Text size="sm">{text.ownClub}</Text>
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
            <NativeSelect
              label={text.most}
              data={amounts}
              value={most}
              onChange={event => setMost(event.currentTarget.value)}
            />
          )}
          <NativeSelect
            label={text.days}
            data={spans}
            value={days}
            onChange={event => setDays(event.currentTarget.value)}
          />
          {Object.keys(fields).length === 0 && <Failed error={create.error} otherwise={text.failed} />}
          <div>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={missing !== undefined}
              aria-describedby={missing && missingId}
            >
              {isMail ? text.send : text.make}
            </Button>
            {missing && (
              <Text id={missingId} size="sm" c="dimmed" mt="xs">
                {missing}
              </Text>
            )}
          </div>
          {made && (
            <div role="status">
              {made.link ? (
                <>
                  <Text fw={700} mb="sm">
                    {text.ready}
                  </Text>
                  <InvitationLink link={made.link} />
                </>
              ) : (
                <Alert color="laut">{text.sent(made.email ?? '')}</Alert>
              )}
            </div>
          )}
        </Stack>
      </form>
    </Panel>
  )
}
