import { NativeSelect } from '@mantine/core'
import { segmentText as text } from '#texts/segments.ts'
import { useSegments } from '#web/lib/query/use-segments.ts'
import type { UserFilterProps } from './RoleFilter.tsx'

/** Filter of a user list by one of the user's segments. Hidden if there are no segments. */
export function SegmentFilter({ filter, onChange }: UserFilterProps) {
  const segments = useSegments()
  if (!segments.data?.length) return null
  return (
    <NativeSelect
      label={text.segment}
      value={filter.segmentId ?? ''}
      data={[
        { value: '', label: text.any },
        ...segments.data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={event => onChange({ segmentId: Number(event.currentTarget.value) || undefined })}
    />
  )
}
