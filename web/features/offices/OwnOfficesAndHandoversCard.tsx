import { getCountryName } from '#shared/countries/country-names.ts'
import '@mantine/core/styles/Combobox.css'
import { Anchor, Button, Card, Group, Select, Text, Title } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { getRoleOrOfficeLabel } from '#shared/office-label.ts'
import { nameText, roleLabels } from '#texts/labels.ts'
import { officesText, ownText as text } from '#texts/offices.ts'
import { formatCalendarDate, formatDate } from '#web/lib/format/format.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import {
  useAcceptOfficeHandover,
  useDeclineOfficeHandover,
  useOfferOfficeHandover,
  useOfficeHeldByCurrentUser,
  useSuccessorCandidates,
  useWithdrawOfficeHandover,
} from './offices.api.ts'

function OfficeHandoverDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [toId, setTo] = useState<string | null>(null)
  const [search] = useDebouncedValue(typed, 200)
  const candidates = useSuccessorCandidates(search, true)
  const offer = useOfferOfficeHandover()
  return (
    <FormDialog
      title={text.give}
      isShort
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            disabled={!toId}
            loading={offer.isPending}
            onClick={() => offer.mutate(Number(toId), { onSuccess: onClose })}
          >
            {text.offer}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.giveHelp}
      </Text>
      <Select
        label={text.giveTo}
        placeholder={text.search}
        searchable
        data-autofocus
        nothingFoundMessage={text.nobody}
        data={(candidates.data?.rows ?? []).map(({ id, fullName }) => ({
          value: String(id),
          label: fullName,
        }))}
        // The server has already filtered the candidates for the office, so the select shows all of them.
        filter={({ options }) => options}
        value={toId}
        onSearchChange={setTyped}
        onChange={setTo}
        comboboxProps={{ transitionProps: { duration: 150 } }}
      />
    </FormDialog>
  )
}

/**
 * The user's offices, the handover of the user's role, and offices offered to the user. Renders nothing if there are
 * none.
 */
export function OwnOfficesAndHandoversCard() {
  const { data } = useOfficeHeldByCurrentUser()
  const [isHandingOver, handoverDialog] = useDisclosure()
  const accept = useAcceptOfficeHandover()
  const end = useDeclineOfficeHandover()
  const withdraw = useWithdrawOfficeHandover()
  if (!data) return null
  const { appointments, term, offered, toMe } = data
  if (!term && toMe.length === 0 && appointments.length === 0) return null
  return (
    <Card component="section" aria-label={text.title}>
      <Title order={2} size="h4" mb="xs">
        {text.title}
      </Title>
      {term && (
        <>
          <Text fw={600}>
            {getRoleOrOfficeLabel(term.office)} · {term.clubName ?? getCountryName(term.country)}
          </Text>
          <Text size="sm" c="dimmed">
            {[
              term.startedAt && text.since({ day: formatDate(term.startedAt) }),
              term.endsOn && text.until({ day: formatCalendarDate(term.endsOn) ?? '' }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Group gap={8} mt={12}>
            {offered ? (
              <>
                <Text size="sm">{text.offered({ name: offered.fullName })}</Text>
                <Button
                  variant="default"
                  loading={withdraw.isPending}
                  onClick={() => withdraw.mutate(offered)}
                >
                  {text.withdraw}
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={handoverDialog.open}>
                {text.give}
              </Button>
            )}
            <Anchor className="lone" size="sm" renderRoot={props => <Link to="/offices" {...props} />}>
              {officesText.link}
            </Anchor>
          </Group>
        </>
      )}
      {appointments.map(({ id, office, clubName, country, startsOn, endsOn }) => (
        <div key={id}>
          <Text fw={600} mt="sm">
            {getRoleOrOfficeLabel(office)} · {clubName ?? getCountryName(country) ?? nameText.headquarters}
          </Text>
          <Text size="sm" c="dimmed">
            {text.term({ from: formatCalendarDate(startsOn) ?? '', to: formatCalendarDate(endsOn) ?? '' })}
          </Text>
        </div>
      ))}
      {toMe.map(({ id, fullName, office, country, clubName }) => (
        <Group key={id} gap={8} mt={12}>
          <Text size="sm">
            {text.toMe({
              name: fullName,
              office: roleLabels[office],
              place: clubName ?? getCountryName(country),
            })}
          </Text>
          <Button loading={accept.isPending} onClick={() => accept.mutate(id)}>
            {text.accept}
          </Button>
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(id)}>
            {text.decline}
          </Button>
        </Group>
      ))}
      {isHandingOver && <OfficeHandoverDialog onClose={handoverDialog.close} />}
    </Card>
  )
}
