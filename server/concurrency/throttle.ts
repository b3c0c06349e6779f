const span = 1000

export interface SendLimit {
  /** False: too fast, and nothing is counted. */
  take(userId: number): boolean
}

/** So many a second of one person, over all their sockets on this instance. By the clock that never jumps. */
export function createSendLimit(most: number, now: () => number = () => performance.now()): SendLimit {
  const sent = new Map<number, number[]>()

  /** Those who have been silent for a while are forgotten. */
  function forget(time: number): void {
    for (const [userId, times] of sent) if ((times.at(-1) ?? 0) <= time - span) sent.delete(userId)
  }

  let lastForgotten = now()
  return {
    take: userId => {
      const time = now()
      if (time - lastForgotten > 60 * span) {
        forget(time)
        lastForgotten = time
      }
      const recent = (sent.get(userId) ?? []).filter(moment => moment > time - span)
      if (recent.length >= most) return false
      sent.set(userId, [...recent, time])
      return true
    },
  }
}
