import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Switch.css'
import { Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QuietHours as Hours } from '#shared/contracts/push.ts'
import { useTick } from '#web/lib/use-tick.ts'
import { usePush, useSetQuietHours } from './push.api.ts'
import { quietText as text } from './push.text.ts'

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** 'Asia/Kuala_Lumpur' as people read it. */
const showZone = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** Saved when one is done with it; an hour that was only half typed is not. */
function Time({ label, value, onSave }: { label: string; value: string; onSave: (time: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const save = () => {
    if (typed && typed !== value) onSave(typed)
    setTyped(undefined)
  }
  return (
    <TextInput
      type="time"
      label={label}
      value={typed ?? value}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
    />
  )
}

function Chosen({ hours, save }: { hours: Hours; save: ReturnType<typeof useSetQuietHours> }) {
  const change = (part: Partial<Hours>) => save.mutate({ ...hours, ...part })
  const tick = useTick(hours.isForCalls, (isForCalls, onSettled) =>
    save.mutate({ ...hours, isForCalls }, { onSettled }),
  )
  const here = zoneHere()
  return (
    <>
      <Group gap="md" align="flex-end">
        <Time label={text.from} value={hours.from} onSave={from => change({ from })} />
        <Time label={text.to} value={hours.to} onSave={to => change({ to })} />
      </Group>
      <Checkbox label={text.calls} {...tick} />
      <Text size="xs" c="dimmed">
        {text.zone(showZone(hours.zone))}{' '}
        {here !== hours.zone && (
          <Button size="compact-xs" variant="subtle" onClick={() => change({ zone: here })}>
            {text.takeHere(showZone(here))}
          </Button>
        )}
      </Text>
    </>
  )
}

/** When devices stay silent, by the person's own clock. */
export function QuietHours() {
  const push = usePush()
  const save = useSetQuietHours()
  const hours = push.data?.quietHours ?? null
  const tick = useTick(hours !== null, (isOn, onSettled) => {
    const usual = { from: '22:00', to: '07:00', zone: zoneHere(), isForCalls: true }
    save.mutate(isOn ? usual : null, { onSettled })
  })
  if (!push.data) return null
  return (
    <Stack gap="sm" mt="xl">
      <Switch label={text.heading} {...tick} />
      <Text size="sm" c="dimmed">
        {text.about}
      </Text>
      {hours && <Chosen hours={hours} save={save} />}
    </Stack>
  )
}
