import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Audience } from '#shared/contracts/announcements.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { ReachCount } from './AudienceFields.tsx'
import { useReach, useSend } from './announcements.api.ts'
import { composeText as text } from './announcements.text.ts'
import { momentOfLocal } from './local-time.ts'
import { Preview, type Previewed } from './Preview.tsx'

/** It is stored by now; this is where it is looked at once more, and sent. */
export function CheckStep({
  id,
  user,
  one,
  sender,
  audience,
  onBack,
  onDone,
}: {
  id: number
  user: CurrentUser
  one: Previewed
  sender: string
  audience: Audience
  onBack: () => void
  onDone: () => void
}) {
  const send = useSend(id)
  const { data: reach } = useReach(audience)
  const [isLater, setLater] = useState(false)
  const [local, setLocal] = useState('')
  const at = isLater ? momentOfLocal(local) : undefined
  return (
    <Stack gap="md">
      <Preview one={one} user={user} sender={sender} />
      <ReachCount audience={audience} />
      <Radio.Group
        label={text.when}
        value={isLater ? 'later' : 'now'}
        onChange={value => setLater(value === 'later')}
      >
        <Stack gap={4} mt="xs">
          <Radio value="now" label={text.now} />
          <Radio value="later" label={text.later} />
        </Stack>
      </Radio.Group>
      {isLater && (
        <TextInput
          type="datetime-local"
          label={text.at}
          description={text.atHelp}
          value={local}
          onChange={event => setLocal(event.currentTarget.value)}
        />
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          {text.back}
        </Button>
        <Button
          disabled={send.isPending || (isLater ? at === undefined : reach?.count === 0)}
          onClick={() => send.mutate(at, { onSuccess: onDone })}
        >
          {send.isPending ? text.sending : isLater ? text.schedule : text.send(reach?.count)}
        </Button>
      </Group>
    </Stack>
  )
}
