import { useEffect, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { markGroupRead } from '#web/features/chat/groups/groups.api.ts'

/** Marks messages as read while the page is visible and scrolled to the newest message. */
export function useMarkMessagesAsRead(group: GroupRow, lastSeq: number, isAtBottom: boolean): void {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const updateVisibility = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', updateVisibility)
    return () => document.removeEventListener('visibilitychange', updateVisibility)
  }, [])
  const { id, lastReadSeq } = group
  const isReading = isVisible && isAtBottom && lastSeq > lastReadSeq
  useEffect(() => {
    if (!isReading) return
    const reportRead = () => {
      markGroupRead(id, lastSeq).catch(() => {
        timer = setTimeout(reportRead, 5000)
      })
    }
    let timer = setTimeout(reportRead, 300)
    return () => clearTimeout(timer)
  }, [isReading, id, lastSeq])
}
