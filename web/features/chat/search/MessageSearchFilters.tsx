import '@mantine/core/styles/Combobox.css'
import { NativeSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { searchText as text } from '#texts/message-search.ts'
import type { MessageSearchInput } from '#web/features/chat/chat.search.ts'
import { usePeopleSearch } from '#web/features/chat/groups/groups.api.ts'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Sender filter with the people whom the user may find and the peers of the user's direct conversations. */
function SenderFilterField({
  groups,
  person,
  onChange,
}: {
  groups: GroupRow[]
  person?: number
  onChange: (person?: number) => void
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 300)
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const found = usePeopleSearch(search)
  const peers = groups.flatMap(({ peer }) => peer ?? [])
  const people = new Map([...peers, ...(found.data ?? [])].map(({ id, fullName }) => [String(id), fullName]))
  if (chosen) people.set(chosen.value, chosen.label)
  return (
    <Select
      label={text.person}
      placeholder={text.anybody}
      chevronColor="var(--mantine-color-text)"
      searchable
      clearable
      data={Array.from(people, ([value, label]) => ({ value, label }))}
      nothingFoundMessage={text.nobody}
      value={person ? String(person) : null}
      onSearchChange={setTyped}
      onChange={(value, option) => {
        setChosen(option ?? undefined)
        onChange(value ? Number(value) : undefined)
      }}
    />
  )
}

export function MessageSearchFilters({
  groups,
  input: { group, person, from, to },
  onChange,
}: {
  groups: GroupRow[]
  input: MessageSearchInput
  onChange: (change: MessageSearchInput) => void
}) {
  return (
    <Columns template="repeat(auto-fit, minmax(140px, 1fr))" gap={12}>
      <NativeSelect
        label={text.group}
        data={[
          { value: '', label: text.allGroups },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={group ? String(group) : ''}
        onChange={({ currentTarget }) => onChange({ group: Number(currentTarget.value) || undefined })}
      />
      <SenderFilterField groups={groups} person={person} onChange={value => onChange({ person: value })} />
      <LazyDayInput
        label={text.from}
        day={from ?? ''}
        onChange={day => onChange({ from: day || undefined })}
      />
      <LazyDayInput label={text.to} day={to ?? ''} onChange={day => onChange({ to: day || undefined })} />
    </Columns>
  )
}
