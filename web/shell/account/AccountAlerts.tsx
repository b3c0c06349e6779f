import { useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { keyMismatchAlarm, loadKeyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { linkRequests } from '#web/lib/state/link-requests.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import styles from './AccountAlerts.module.css'

const SecondFactorDeadlineNotice = lazyLoadComponentAndTexts(
  async () => (await import('./SecondFactorDeadlineNotice.tsx')).SecondFactorDeadlineNotice,
)
const KeyMismatchAlarm = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/keys/identity/KeyMismatchAlarm.tsx')).KeyMismatchAlarm,
)
const DeviceLinkRequestPrompt = lazyLoadComponentAndTexts(
  async () =>
    (await import('#web/features/keys/recovery/DeviceLinkRequestPrompt.tsx')).DeviceLinkRequestPrompt,
)

/**
 * Returns the alarm about the user's keys, and whether it was raised after the current screen was shown. An alarm
 * stored on this device is known before the first screen is painted.
 */
function useKeyMismatchAlarm(userId: number) {
  useState(() => loadKeyMismatchAlarm(userId))
  const alarm = useStoreState(keyMismatchAlarm)
  const screen = useMatches({ select: matches => matches.at(-1)?.id })
  const [hadAlarm, setHadAlarm] = useState(alarm !== null)
  const [arisenOn, setArisenOn] = useState<string>()
  if (hadAlarm !== (alarm !== null)) {
    setHadAlarm(alarm !== null)
    setArisenOn(alarm ? screen : undefined)
  } else if (arisenOn !== undefined && arisenOn !== screen) {
    setArisenOn(undefined)
  }
  return { alarm, isLate: arisenOn !== undefined && arisenOn === screen }
}

/**
 * Shows notices about the account above the page: changed encryption keys, requests of new devices, and the deadline
 * for a second factor. A notice that appears while the screen is shown covers its top instead of pushing it down.
 */
export function AccountAlerts({
  user: { id, secureBy },
  children,
}: {
  user: CurrentUser
  children: ReactNode
}) {
  const { alarm, isLate } = useKeyMismatchAlarm(id)
  const deviceRequests = useStoreState(linkRequests)
  // The prompt about a new device stays mounted after the decision, because it shows the codes to compare.
  const [hasBeenAsked, setHasBeenAsked] = useState(false)
  if (!hasBeenAsked && deviceRequests.length > 0) setHasBeenAsked(true)
  const alarmBox = alarm && (
    <div className={isLate ? styles.late : styles.alert}>
      <KeyMismatchAlarm alarm={alarm} userId={id} />
    </div>
  )
  return (
    <>
      {isLate && <Suspense>{alarmBox}</Suspense>}
      {hasBeenAsked && (
        <Suspense>
          <DeviceLinkRequestPrompt className={styles.late} requests={deviceRequests} userId={id} />
        </Suspense>
      )}
      {secureBy && (
        <div className={styles.alert}>
          <Suspense fallback={<div className={styles.soon} />}>
            <SecondFactorDeadlineNotice by={secureBy} />
          </Suspense>
        </div>
      )}
      {/* An alarm stored on this device is shown with the first screen, so it may take as much height as its text needs. */}
      <Suspense>
        {!isLate && alarmBox}
        {children}
      </Suspense>
    </>
  )
}
