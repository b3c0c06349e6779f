import { Box, Button, Flex } from '@mantine/core'
import { IconPhone, IconPhoneOff, IconVideo } from '@tabler/icons-react'
import { useContext } from 'react'
import type { CallRecord } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callRecordText as text } from '#texts/call-record.ts'
import { formatTime } from '#web/lib/format/format.ts'
import styles from './CallRecord.module.css'
import { StartCallContext } from './use-call-history.ts'

/**
 * Describes a call from the viewer's side. An unanswered call reads "unanswered" for the caller, and "missed" or
 * "declined" for other members.
 */
function describeCall({ answeredAt, endedAt, isAudioOnly, wasIn, hasDeclined }: CallRecord): string {
  const kind = isAudioOnly ? text.audio : text.video
  if (!endedAt) return text.running({ kind })
  if (!answeredAt && hasDeclined) return text.declined({ kind })
  if (!answeredAt) return wasIn ? text.unanswered({ kind }) : text.missed({ kind })
  return text.took({ kind, minutes: Math.floor((Date.parse(endedAt) - Date.parse(answeredAt)) / 60_000) })
}

/** Line of the message list for a past or running call. Its label says that the server recorded the call. */
export function CallHistoryEntry({ call, group, myId }: { call: CallRecord; group: GroupRow; myId: number }) {
  const startCall = useContext(StartCallContext)
  const { startedBy, fullName, startedAt, answeredAt, endedAt, isAudioOnly, wasIn } = call
  const isMissed = endedAt !== null && answeredAt === null
  const Icon = isMissed ? IconPhoneOff : isAudioOnly ? IconPhone : IconVideo
  const canCallBack = isMissed && group.direct && group.isActive && startCall
  return (
    <div className={styles.trace} data-missed={(isMissed && !wasIn) || undefined}>
      <Icon size={18} aria-hidden />
      <Flex component="span" direction="column" miw={0}>
        <span>{describeCall(call)}</span>
        <Box component="span" fz={12} c="dimmed" className={styles.traceAbout}>
          {startedBy === myId ? text.byMe : text.by({ name: fullName })} · {formatTime(startedAt)} ·{' '}
          <abbr title={text.noted}>{text.byServer}</abbr>
        </Box>
      </Flex>
      {canCallBack && (
        <Button
          style={{ flexShrink: 0 }}
          className={styles.traceButton}
          size="compact-sm"
          variant="light"
          onClick={() => startCall(group, isAudioOnly)}
        >
          {text.callBack}
        </Button>
      )}
    </div>
  )
}
