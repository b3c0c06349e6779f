import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ClubRow, clubBody } from '#shared/contracts/clubs/clubs.schemas.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { ClubLogoField, type LogoValue } from './ClubLogoField.tsx'
import { ClubTimeZoneField } from './ClubTimeZoneField.tsx'
import { type ClubLink, ClubWebsiteAndSocialMediaFields } from './ClubWebsiteAndSocialMediaFields.tsx'
import { useSaveClub } from './clubs.api.ts'

/** Form that edits a club, or creates one when `club` is omitted. */
export function ClubDialog({ club, onClose }: { club?: ClubRow; onClose: () => void }) {
  const save = useSaveClub(club?.id)
  const [country, setCountry] = useState(club?.country)
  const countries = useCountriesOpenForRegistration(club?.country)
  const [city, setCity] = useState(club?.city ?? '')
  const [logo, setLogo] = useState<LogoValue>({ url: club?.logoUrl ?? null })
  const [links, setLinks] = useState<ClubLink[]>(club?.links ?? [])
  const controlledValues = {
    // The request contains the club logo only if it was changed. Otherwise the server keeps the stored logo.
    ...(logo.id !== undefined && { logoId: logo.id }),
    links: links.filter(({ url }) => url.trim()),
  }
  const { form, errors, submit } = useValidatedForm({
    schema: clubBody,
    sending: save,
    read: fields => {
      const values = readFormValues(fields)
      return { values: { ...values, isActive: values.isActive === 'true', ...controlledValues } }
    },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={club ? text.editTitle : text.create}
      size="lg"
      form={form}
      onSubmit={submit}
      template="minmax(0, 1fr) minmax(0, 1fr)"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? text.saving : club ? text.save : text.create}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={text.name}
        style={{ gridColumn: '1 / -1' }}
        withAsterisk
        required
        data-autofocus
        maxLength={200}
        defaultValue={club?.name}
        error={errors.name}
      />
      <CountrySelect
        name="country"
        label={text.country}
        withAsterisk
        required
        countries={countries}
        emptyLabel={text.choose}
        value={country ?? ''}
        onChange={setCountry}
        error={errors.country}
      />
      <TextInput
        name="city"
        label={text.city}
        value={city}
        onChange={event => setCity(event.currentTarget.value)}
        error={errors.city}
      />
      <ClubTimeZoneField
        key={`${country}`}
        country={country}
        city={city}
        club={club}
        error={errors.timeZone}
      />
      <TextInput
        name="university"
        label={text.university}
        defaultValue={club?.university ?? ''}
        error={errors.university}
      />
      <Textarea
        name="description"
        label={text.description}
        style={{ gridColumn: '1 / -1' }}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        defaultValue={club?.description ?? ''}
        error={errors.description}
      />
      <ClubLogoField club={{ name: club?.name ?? '', city }} logo={logo} onChange={setLogo} />
      <ClubWebsiteAndSocialMediaFields links={links} errors={errors} onChange={setLinks} />
      <Checkbox
        name="isActive"
        value="true"
        style={{ gridColumn: '1 / -1' }}
        label={text.isActive}
        description={text.inactiveHint}
        defaultChecked={club?.isActive ?? true}
      />
    </FormDialog>
  )
}
