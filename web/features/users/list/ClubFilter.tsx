import '@mantine/core/styles/Combobox.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usersText as text } from '#texts/users.ts'
import { useClubName, useClubSearchResults } from '#web/features/users/users.api.ts'
import type { UserFilterProps } from './RoleFilter.tsx'

/** Club filter that searches clubs by name or city on the server, with or without a selected country. */
export function ClubFilter({
  filter: { country, clubId },
  country: searchCountry = country,
  onChange,
  ...props
}: UserFilterProps & {
  /** Country whose clubs are offered by the club filter; by default the country of the country filter. */
  country?: string
  className?: string
  label?: string
  'aria-label'?: string
}) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const name = useClubName(clubId)
  // The input of the club filter contains the selected club's name, which must not become a search term.
  const [search] = useDebouncedValue(typed === name ? '' : typed, 200)
  const clubs = useClubSearchResults(search, searchCountry, isOpen)
  const options = (clubs.data?.rows ?? []).map(club => ({ value: String(club.id), label: club.name }))
  const isListed = !clubId || options.some(({ value }) => value === String(clubId))
  return (
    <Select
      {...props}
      searchable
      clearable
      placeholder={text.allClubs}
      nothingFoundMessage={clubs.isFetching ? text.searching : text.noClub}
      data={isListed || !name ? options : [{ value: String(clubId), label: name }, ...options]}
      // The server has already filtered the clubs, so the select shows all clubs of the response.
      filter={({ options: serverOptions }) => serverOptions}
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
