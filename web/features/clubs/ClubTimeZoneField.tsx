import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ClubRow } from '#shared/contracts/clubs/clubs.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { findTimeZoneOfCity } from '#shared/countries/country-time-zones.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { listTimeZoneChoices } from '#web/ui/form/time-zone-choices.ts'

/** Select of a club's time zone, preset from country and city. In some countries the user has to choose. */
export function ClubTimeZoneField({
  country,
  city,
  club,
  error,
}: {
  country?: Country
  city: string
  club?: ClubRow
  error?: string
}) {
  const [chosen, setChosen] = useState(club && club.country === country ? club.timeZone : undefined)
  const zone = chosen ?? (country && findTimeZoneOfCity(country, city)) ?? ''
  return (
    <NativeSelect
      name="timeZone"
      label={text.timeZone}
      description={country ? text.timeZoneHelp : text.timeZoneNeedsCountry}
      withAsterisk
      required
      disabled={!country}
      data={[{ value: '', label: text.choose }, ...listTimeZoneChoices(zone || undefined, country)]}
      value={zone}
      onChange={event => setChosen(event.currentTarget.value || undefined)}
      error={error}
    />
  )
}
