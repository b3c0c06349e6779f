import '@mantine/core/styles/Combobox.css'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUsers } from '#shared/contracts/users/users.endpoints.ts'
import { memberText as text } from '#texts/motions.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

interface Member {
  id: number
  fullName: string
}

/** Select for one active member of the user's club or country, whom the server finds by name. */
export function MemberSelect({
  member,
  excluded = [],
  onChange,
  ...input
}: Pick<SelectProps, 'label' | 'name' | 'error' | 'withAsterisk' | 'disabled' | 'aria-label'> & {
  member: Member | null
  /** Members whom the select field does not offer, because other fields of the form contain them. */
  excluded?: (Member | null)[]
  onChange: (member: Member | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === member?.fullName ? '' : typed, 250)
  const { data = [] } = useQuery({
    ...buildQueryOptions(listUsers, {
      query: { status: 'active', search: search || undefined, pageSize: '20', sort: 'fullName' },
    }),
    placeholderData: keepPreviousData,
  })
  const offered = data.filter(({ id }) => id === member?.id || !excluded.some(other => other?.id === id))
  const found = member && !offered.some(({ id }) => id === member.id) ? [member, ...offered] : offered
  return (
    <Select
      {...input}
      searchable
      clearable
      placeholder={text.search}
      nothingFoundMessage={text.nobody}
      data={found.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
      filter={({ options }) => options}
      value={member ? String(member.id) : null}
      onSearchChange={setTyped}
      onChange={value => {
        const chosen = found.find(({ id }) => String(id) === value)
        onChange(chosen ? { id: chosen.id, fullName: chosen.fullName } : null)
      }}
    />
  )
}
