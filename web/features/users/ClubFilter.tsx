import '@mantine/core/styles/Combobox.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { FilterProps } from './RoleFilter.tsx'
import { useClubChoices, useClubName } from './users.api.ts'
import { usersText as text } from './users.text.ts'

/** Any club, found by its name or city, whether or not a country is chosen. */
export function ClubFilter({
  filter: { country, clubId },
  country: within = country,
  onChange,
  ...props
}: FilterProps & {
  /** Where all of them are, for whom that is given. */
  country?: string
  className?: string
  label?: string
  'aria-label'?: string
}) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const name = useClubName(clubId)
  // What is chosen stands in the field and is nothing to search for.
  const [search] = useDebouncedValue(typed === name ? '' : typed, 200)
  const found = useClubChoices(search, within, isOpen)
  const options = (found.data?.rows ?? []).map(club => ({ value: String(club.id), label: club.name }))
  const isListed = !clubId || options.some(({ value }) => value === String(clubId))
  return (
    <Select
      {...props}
      searchable
      clearable
      placeholder={text.allClubs}
      nothingFoundMessage={found.isFetching ? text.searching : text.noClub}
      data={isListed || !name ? options : [{ value: String(clubId), label: name }, ...options]}
      // The server has found them already.
      filter={({ options: all }) => all}
      value={clubId && name ? String(clubId) : null}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearButtonProps={{ 'aria-label': text.anyClub }}
      comboboxProps={{ transitionProps: { duration: 150 }, width: 300, position: 'bottom-start' }}
      onChange={value => onChange({ clubId: Number(value) || undefined })}
    />
  )
}
