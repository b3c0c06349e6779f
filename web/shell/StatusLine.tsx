import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readCurrentUser } from '#shared/contracts/auth/auth.endpoints.ts'
import { listGroups } from '#shared/contracts/chat/chat.endpoints.ts'
import { countUnreadNotifications } from '#shared/contracts/notifications/notifications.endpoints.ts'
import { languageText } from '#texts/language.ts'
import { shellText as text } from '#texts/shell.ts'
import { activateNewAppVersion, newVersion } from '#web/lib/device/service-worker-updates.ts'
import { formatDate, formatTime, isSameDay } from '#web/lib/format/format.ts'
import { chosenLanguage, reloadChosenLanguageFromStorage } from '#web/lib/language/choose-language.ts'
import { pageLanguage } from '#web/lib/language/load-interface-text-group.ts'
import { displayedCachedResponses } from '#web/lib/offline/displayed-cached-responses.ts'
import { missingContent } from '#web/lib/offline/missing-content.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { hasOpenCall } from '#web/lib/state/open-call.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import styles from './StatusLine.module.css'

/** Delay in ms before a lost connection is reported, because short interruptions should not be shown. */
const reportDelay = 3000

/** Whether an established live connection to the server is lost. A first attempt to connect does not count. */
function useConnectionLost(): boolean {
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const [isLost, setLost] = useState(false)
  const wasConnected = useRef(false)
  useEffect(() => {
    if (isConnected) {
      wasConnected.current = true
      return setLost(false)
    }
    if (!wasConnected.current) return
    const timer = setTimeout(() => setLost(true), reportDelay)
    return () => clearTimeout(timer)
  }, [isConnected])
  return isLost
}

const cache = queryClient.getQueryCache()

/** URLs requested by menu and header. The status line does not show the age of their offline responses. */
const shellUrls: readonly unknown[] = [readCurrentUser.path, countUnreadNotifications.path, listGroups.path]

/**
 * Returns the timestamp of the oldest offline response on the page; 0 if there is none. A page with missing content
 * says so itself, so the age of its other content is not shown.
 */
function findOldestOfflineData(): number {
  const recalledAt = displayedCachedResponses.get()
  if (recalledAt.size === 0 || missingContent.get().length > 0) return 0
  const isChat = window.location.pathname.startsWith('/communication')
  const shown = cache
    .findAll({ type: 'active' })
    .filter(({ queryKey: [url] }) => !shellUrls.includes(url) || (isChat && url === listGroups.path))
    .map(({ queryKey }) => recalledAt.get(String(queryKey[0])))
  const times = shown.filter(time => time !== undefined)
  return times.length > 0 ? Math.min(...times) : 0
}

function subscribeToShownData(listener: () => void): () => void {
  const unsubscribes = [
    displayedCachedResponses.subscribe(listener),
    missingContent.subscribe(listener),
    cache.subscribe(listener),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** Formats a timestamp of today as a time, and any other as a date, so that the status line has one row on phones. */
const formatShortTimestamp = (time: Date) =>
  isSameDay(time, new Date()) ? formatTime(time.getTime()) : formatDate(time.toISOString())

/** Whether the page's language differs from the language chosen on this device. */
function useLanguageOutdated(): boolean {
  useEffect(() => {
    document.addEventListener('visibilitychange', reloadChosenLanguageFromStorage)
    return () => document.removeEventListener('visibilitychange', reloadChosenLanguageFromStorage)
  }, [])
  return useStoreState(chosenLanguage) !== pageLanguage
}

/**
 * Opens the live connection while the shell is mounted. Shows when the connection is lost, how old offline data is,
 * that a new version is available, and that the language was changed in another tab or during a call.
 */
export function StatusLine() {
  useEffect(() => connection.open(), [])
  const isLost = useConnectionLost()
  const oldest = useSyncExternalStore(subscribeToShownData, findOldestOfflineData)
  const isOutdated = useLanguageOutdated()
  const isInCall = useStoreState(hasOpenCall)
  const hasNewVersion = useStoreState(newVersion) === 'ready'
  return (
    <div role="status" className={styles.place}>
      {oldest > 0 ? (
        <span className={styles.line}>
          {text.kept({ timestamp: formatShortTimestamp(new Date(oldest)) })}
        </span>
      ) : (
        isLost && <span className={styles.line}>{text.connectionLost}</span>
      )}
      {isOutdated && !hasNewVersion && (
        <span className={styles.line}>
          {isInCall ? (
            languageText.duringCall
          ) : (
            <>
              {languageText.changed}{' '}
              <button type="button" className={styles.button} onClick={() => window.location.reload()}>
                {languageText.reload}
              </button>
            </>
          )}
        </span>
      )}
      {hasNewVersion && (
        <span className={styles.line}>
          {text.newVersion}{' '}
          <button type="button" className={styles.button} onClick={activateNewAppVersion}>
            {text.reload}
          </button>
        </span>
      )}
    </div>
  )
}
