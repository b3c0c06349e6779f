import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Switch.css'
import { Button, Group, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { type GroupRow, type MuteSpan, muteSpans } from '#shared/contracts/chat.ts'
import { showMoment } from '#web/lib/format.ts'
import { usePlaceGroup } from './groups.api.ts'
import { placeText as text } from './place.text.ts'

const foreverThreshold = Date.parse('9000-01-01')

/** The user's own settings for a group: muted notifications, and pinned to the top of the list. */
export function GroupPlace({ group }: { group: GroupRow }) {
  const preferences = usePlaceGroup(group.id)
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
              : text.mutedUntil(showMoment(mutedUntil))}
          </Text>
          <Button
            variant="default"
            loading={preferences.isPending}
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
          data={muteSpans.map(value => ({ value, label: text.spans[value] }))}
          value={null}
          onChange={value => value && preferences.mutate({ mute: value as MuteSpan })}
        />
      )}
      <Switch
        label={text.pin}
        // The switch shows the new pin setting while it is being saved.
        checked={(preferences.isPending ? preferences.variables.isPinned : undefined) ?? isPinned}
        onChange={event => preferences.mutate({ isPinned: event.currentTarget.checked })}
      />
    </Stack>
  )
}
