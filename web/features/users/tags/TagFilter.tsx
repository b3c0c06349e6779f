import { NativeSelect } from '@mantine/core'
import { tagText as text } from '#texts/tags.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { useTags } from './tags.api.ts'

/** Filter of a user list by a tag of the user's own club, country or headquarters. Hidden while there are no tags. */
export function TagFilter({
  filter,
  onChange,
}: {
  filter: UserFilter
  onChange: (change: UserFilter) => void
}) {
  const tags = useTags()
  if (!tags.data?.length) return null
  return (
    <NativeSelect
      label={text.tag}
      value={filter.tagId ?? ''}
      data={[
        { value: '', label: text.all },
        ...tags.data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={event => onChange({ tagId: Number(event.currentTarget.value) || undefined })}
    />
  )
}
