import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Switch.css'
import { Button, Group, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { type GroupRow, type MuteSpan, muteSpans } from '#shared/contracts/chat.ts'
import { showMoment } from '#web/lib/format.ts'
import { usePlaceGroup } from './groups.api.ts'
import { placeText as text } from './place.text.ts'

const farAway = Date.parse('9000-01-01')

/** What this group is to oneself: whether one hears of it, and where it stands in the list. */
export function GroupPlace({ group }: { group: GroupRow }) {
  const place = usePlaceGroup(group.id)
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
            {Date.parse(mutedUntil) > farAway ? text.mutedAlways : text.mutedUntil(showMoment(mutedUntil))}
          </Text>
          <Button variant="default" loading={place.isPending} onClick={() => place.mutate({ mute: null })}>
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
          onChange={value => value && place.mutate({ mute: value as MuteSpan })}
        />
      )}
      <Switch
        label={text.pin}
        // As it was just set, until the list has followed.
        checked={(place.isPending ? place.variables.isPinned : undefined) ?? isPinned}
        onChange={event => place.mutate({ isPinned: event.currentTarget.checked })}
      />
    </Stack>
  )
}
