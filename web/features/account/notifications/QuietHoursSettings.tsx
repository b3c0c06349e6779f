import { getViewerTimeZone } from '#web/lib/format/format.ts'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Switch.css'
import { Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QuietHours as Hours } from '#shared/contracts/account/push.schemas.ts'
import { quietText as text } from '#texts/push.ts'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'
import { usePushSettings, useSetQuietHours } from './push.api.ts'

/** Formats a time zone for display: 'Asia/Kuala_Lumpur' becomes 'Kuala Lumpur'. */
const formatTimeZone = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** Input for a time of day that saves when it loses focus. An incomplete time is not saved. */
function QuietHoursTimeField({
  label,
  value,
  onSave,
}: {
  label: string
  value: string
  onSave: (time: string) => void
}) {
  const [typedTime, setTypedTime] = useState<string>()
  const saveTypedTime = () => {
    if (typedTime && typedTime !== value) onSave(typedTime)
    setTypedTime(undefined)
  }
  return (
    <TextInput
      type="time"
      label={label}
      value={typedTime ?? value}
      onChange={({ currentTarget }) => setTypedTime(currentTarget.value)}
      onBlur={saveTypedTime}
    />
  )
}

function QuietHoursFields({ hours, save }: { hours: Hours; save: ReturnType<typeof useSetQuietHours> }) {
  const changeQuietHours = (changes: Partial<Hours>) => save.mutate({ ...hours, ...changes })
  const checkboxProps = useAutosavedCheckbox(hours.isForCalls, (isForCalls, onSettled) =>
    save.mutate({ ...hours, isForCalls }, { onSettled }),
  )
  const deviceZone = getViewerTimeZone()
  return (
    <>
      <Group gap="md" align="flex-end">
        <QuietHoursTimeField
          label={text.from}
          value={hours.from}
          onSave={from => changeQuietHours({ from })}
        />
        <QuietHoursTimeField label={text.to} value={hours.to} onSave={to => changeQuietHours({ to })} />
      </Group>
      <Checkbox label={text.calls} {...checkboxProps} />
      <Text size="xs" c="dimmed">
        {text.zone({ zone: formatTimeZone(hours.zone) })}{' '}
        {deviceZone !== hours.zone && (
          <Button size="compact-xs" variant="subtle" onClick={() => changeQuietHours({ zone: deviceZone })}>
            {text.takeHere({ zone: formatTimeZone(deviceZone) })}
          </Button>
        )}
      </Text>
    </>
  )
}

/** Hours in which push notifications are silent, in a time zone that is saved together with the hours. */
export function QuietHoursSettings() {
  const push = usePushSettings()
  const saveTypedTime = useSetQuietHours()
  const hours = push.data?.quietHours ?? null
  const switchProps = useAutosavedCheckbox(hours !== null, (isOn, onSettled) => {
    const defaultHours = { from: '22:00', to: '07:00', zone: getViewerTimeZone(), isForCalls: true }
    saveTypedTime.mutate(isOn ? defaultHours : null, { onSettled })
  })
  if (!push.data) return null
  return (
    <Stack gap="sm" mt="xl">
      <Switch label={text.heading} {...switchProps} />
      <Text size="sm" c="dimmed">
        {text.about}
      </Text>
      {hours && <QuietHoursFields hours={hours} save={saveTypedTime} />}
    </Stack>
  )
}
