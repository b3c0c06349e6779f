import { NativeSelect, TextInput } from '@mantine/core'
import { tagText as text } from '#texts/tags.ts'
import { useTags } from './tags.api.ts'

/** Chosen tag: the id of an existing tag, or the name of a new tag that must be created first. */
export interface TagChoice {
  id?: number
  name: string
}

const newTag = 'new'

/** Select of existing tags. Its last option opens a field for the name of a new tag. */
export function TagSelect({
  choice,
  error,
  onChange,
}: {
  choice: TagChoice
  error?: string
  onChange: (choice: TagChoice) => void
}) {
  const tags = useTags()
  const listed = tags.data ?? []
  const isNew = choice.id === undefined
  return (
    <>
      {listed.length > 0 && (
        <NativeSelect
          label={text.tag}
          value={choice.id ?? newTag}
          data={[
            ...listed.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: newTag, label: text.new },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === newTag ? { name: '' } : { id: Number(value), name: '' })
          }
        />
      )}
      {isNew && (
        <TextInput
          label={text.name}
          maxLength={40}
          value={choice.name}
          error={error}
          data-autofocus
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
      )}
    </>
  )
}
