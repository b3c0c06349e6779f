import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { educationLevels } from '#shared/constants.ts'
import type { FeeAudience } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { planText as text } from '#texts/fees.ts'
import { educationLevelLabels } from '#texts/labels.ts'

/** Fields that choose who owes a fee: administrators or not, and levels of education. */
export function AudienceFields({ audience = {} }: { audience?: FeeAudience }) {
  return (
    <>
      <NativeSelect
        name="audienceRoles"
        label={text.owes}
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
      >
        <Stack gap={8} mt={8}>
          {educationLevels.map(level => (
            <Checkbox key={level} name="audienceLevels" value={level} label={educationLevelLabels[level]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

/** Reads the audience from the form. Filters that the form does not show stay as they are. */
export function readAudience(form: HTMLFormElement, before: FeeAudience = {}): FeeAudience {
  const fields = new FormData(form)
  const levels = educationLevels.filter(level => fields.getAll('audienceLevels').includes(level))
  const { roles: _roles, educationLevels: _levels, ...rest } = before
  return {
    ...rest,
    ...(fields.get('audienceRoles') === 'member' && { roles: ['member'] }),
    ...(levels.length > 0 && { educationLevels: levels }),
  }
}
