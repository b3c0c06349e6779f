import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { educationLevels } from '#shared/constants.ts'
import type { PlanAudience } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { planText as text } from '#texts/fees.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { useSegments } from '#web/lib/query/use-segments.ts'

const wholeRow = { gridColumn: '1 / -1' }

/** Select of the segment whose members owe the fee. Each segment belongs to one club, country or headquarters. */
function FeePayerSegmentField({ segmentId }: { segmentId?: number }) {
  const segments = useSegments()
  if (!segments.data?.length) return null
  return (
    <NativeSelect
      name="audienceSegment"
      label={text.segment}
      description={text.segmentHelp}
      style={wholeRow}
      defaultValue={String(segmentId ?? '')}
      data={[
        { value: '', label: text.noSegment },
        ...segments.data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

/**
 * Form fields that choose which members owe a fee: by segment (saved member filter), role and education
 * level.
 */
export function FeePayerFields({
  audience = {},
  hasSegments,
}: {
  audience?: PlanAudience
  /**
   * Whether the user may use segments and the segments belong to the club, country or headquarters that collects the
   * fee.
   */
  hasSegments: boolean
}) {
  return (
    <>
      {hasSegments && <FeePayerSegmentField segmentId={audience.segmentId} />}
      <NativeSelect
        name="audienceRoles"
        label={text.owes}
        style={wholeRow}
        defaultValue={audience.roles?.length ? 'member' : ''}
        data={[
          { value: '', label: text.everyRole },
          { value: 'member', label: text.membersOnly },
        ]}
      />
      <Checkbox.Group
        label={text.levels}
        description={text.levelsHelp}
        defaultValue={audience.educationLevels ?? []}
        style={wholeRow}
      >
        <Stack gap={8} my={8}>
          {educationLevels.map(level => (
            <Checkbox key={level} name="audienceLevels" value={level} label={educationLevelLabels[level]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

/** Reads from the form which members owe the fee. Stored filters that the form does not show are kept. */
export function readFeePayersFromForm(form: HTMLFormElement, before: PlanAudience = {}): PlanAudience {
  const fields = new FormData(form)
  const levels = educationLevels.filter(level => fields.getAll('audienceLevels').includes(level))
  const { roles: _roles, educationLevels: _levels, segmentId: segmentBefore, ...rest } = before
  const segment = fields.get('audienceSegment')
  const segmentId = segment === null ? segmentBefore : Number(segment) || undefined
  return {
    ...rest,
    ...(fields.get('audienceRoles') === 'member' && { roles: ['member'] }),
    ...(levels.length > 0 && { educationLevels: levels }),
    ...(segmentId !== undefined && { segmentId }),
  }
}
