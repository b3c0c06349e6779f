import { Button } from '@mantine/core'
import { IconPhone, IconPhoneOff, IconVideo } from '@tabler/icons-react'
import { useContext } from 'react'
import type { CallTrace } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { showTime } from '#web/lib/format.ts'
import styles from './CallTrace.module.css'
import { traceText as text } from './trace.text.ts'
import { CallAgain } from './use-traces.ts'

/** Nobody came: who called was not answered, the others missed it or said no. */
function wordsOf({ answeredAt, endedAt, isAudioOnly, wasIn, hasDeclined }: CallTrace): string {
  const kind = isAudioOnly ? text.audio : text.video
  if (!endedAt) return text.running(kind)
  if (!answeredAt && hasDeclined) return text.declined(kind)
  if (!answeredAt) return wasIn ? text.unanswered(kind) : text.missed(kind)
  return text.took(kind, Math.floor((Date.parse(endedAt) - Date.parse(answeredAt)) / 60_000))
}

/** That a call took place: no message of anybody's, but what the server noted, and marked as that. */
export function CallTraceLine({ trace, group, myId }: { trace: CallTrace; group: GroupRow; myId: number }) {
  const callAgain = useContext(CallAgain)
  const { startedBy, fullName, startedAt, answeredAt, endedAt, isAudioOnly, wasIn } = trace
  const isMissed = endedAt !== null && answeredAt === null
  const Icon = isMissed ? IconPhoneOff : isAudioOnly ? IconPhone : IconVideo
  const mayCallBack = isMissed && group.direct && group.isActive && callAgain
  return (
    <div className={styles.trace} data-missed={(isMissed && !wasIn) || undefined}>
      <Icon size={18} aria-hidden />
      <span className={styles.traceWords}>
        <span>{wordsOf(trace)}</span>
        <span className={styles.traceAbout}>
          {startedBy === myId ? text.byMe : text.by(fullName)} · {showTime(startedAt)} ·{' '}
          <abbr title={text.noted}>{text.byServer}</abbr>
        </span>
      </span>
      {mayCallBack && (
        <Button
          className={styles.traceButton}
          size="compact-sm"
          variant="light"
          onClick={() => callAgain(group, isAudioOnly)}
        >
          {text.callBack}
        </Button>
      )}
    </div>
  )
}
