import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Switch.css'
import { Button, Group, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { type GroupRow, type MuteDuration, muteDurations } from '#shared/contracts/chat/chat.schemas.ts'
import { groupPreferencesText as text } from '#texts/group-preferences.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { useUpdateGroupPreferences } from './groups.api.ts'

const foreverThreshold = Date.parse('9000-01-01')

/** The user's own settings for a group: mute its notifications, and pin the group to the top of the group list. */
export function GroupMuteAndPinSettings({ group }: { group: GroupRow }) {
  const preferences = useUpdateGroupPreferences(group.id)
  const { mutedUntil, isPinned } = group
  return (
    <Stack component="section" gap="xs" aria-label={text.section}>
      <Title order={3} fz="md">
        {text.section}
      </Title>
      {mutedUntil ? (
        <Group gap="xs">
          <IconBellOff size={18} aria-hidden />
          <Text size="sm">
            {Date.parse(mutedUntil) > foreverThreshold
              ? text.mutedAlways
              : text.mutedUntil({ moment: formatDateTime(mutedUntil) })}
          </Text>
          <Button
            variant="default"
            disabled={preferences.isPending}
            onClick={() => preferences.mutate({ mute: null })}
          >
            {text.unmute}
          </Button>
        </Group>
      ) : (
        <Select
          label={text.mute}
          description={text.muteHint}
          placeholder={text.off}
          data={muteDurations.map(value => ({ value, label: text.spans[value] }))}
          value={null}
          onChange={value => value && preferences.mutate({ mute: value as MuteDuration })}
        />
      )}
      <Switch
        mt={6}
        label={text.pin}
        // The switch that pins a group shows the new setting while the request is still in flight.
        checked={(preferences.isPending ? preferences.variables.isPinned : undefined) ?? isPinned}
        onChange={event => preferences.mutate({ isPinned: event.currentTarget.checked })}
      />
    </Stack>
  )
}
