import { Text } from '@mantine/core'
import type { SegmentDefinition } from '#shared/contracts/segments/conditions.schemas.ts'
import { segmentText as text } from '#texts/segments.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { useSegmentMemberCount } from './segments.api.ts'

/** Number of members who currently fulfil a segment's conditions. Screen readers announce its changes. */
export function SegmentMemberCount({ definition }: { definition: SegmentDefinition | undefined }) {
  const { data, isError } = useSegmentMemberCount(definition)
  const counted = data && text.size({ total: `${formatNumber(data.count)}${data.isCapped ? '+' : ''}` })
  return (
    <Text fw={600} c="var(--tint-text)" role="status">
      {definition === undefined ? text.incomplete : isError ? text.countFailed : (counted ?? text.counting)}
    </Text>
  )
}
