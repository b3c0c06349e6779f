import { declineCall } from '#shared/contracts/calls.endpoints.ts'
import '@mantine/core/styles/Combobox.css'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Call, ringingTime } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call as send } from '#web/lib/api.ts'
import { useStore } from '#web/lib/store.ts'
import { CallDialog } from './CallDialog.tsx'
import { calls } from './calls.store.ts'
import { callsText as text } from './calls.text.ts'

/** It rings for a while, and only for whoever is neither in it nor has said no. */
function isRinging({ startedAt, startedBy, members, declined }: Call, myId: number, now: number): boolean {
  const isIn = members.some(({ userId }) => userId === myId)
  return startedBy !== myId && !isIn && !declined.includes(myId) && now - Date.parse(startedAt) < ringingTime
}

function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isNeeded])
  return now
}

function Incoming({ call, group }: { call: Call; group: GroupRow }) {
  const caller = call.members.find(({ userId }) => userId === call.startedBy)?.fullName ?? group.name
  const decline = () => void send(declineCall, { params: { id: call.id } }).catch(() => {})
  return (
    <Modal opened onClose={decline} title={text.title} size="sm" closeOnClickOutside={false}>
      <Stack role="alert">
        <Text fw={600}>{text.incoming(caller)}</Text>
        {!group.direct && <Text size="sm">{text.incomingIn(group.name)}</Text>}
        <Group grow>
          <Button variant="default" onClick={decline}>
            {text.decline}
          </Button>
          <Button data-autofocus onClick={() => calls.open(group)}>
            {text.accept}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Over every page: a call that comes in, and the one that one is in. */
export function CallLayer({ me, groups }: { me: { id: number; fullName: string }; groups: GroupRow[] }) {
  const { running, open } = useStore(calls)
  const now = useNow(running.length > 0 && !open)
  if (open) {
    const isRunning = running.some(({ groupId }) => groupId === open.id)
    return <CallDialog key={open.id} group={open} me={me} isRunning={isRunning} onClose={calls.close} />
  }
  const call = running.find(one => isRinging(one, me.id, now))
  const group = groups.find(({ id }) => id === call?.groupId)
  return call && group ? <Incoming key={call.id} call={call} group={group} /> : null
}
