const windowMs = 1000

export interface SendRateLimiter {
  /**
   * Records a socket event of the user and returns true. When the user has reached the rate limit, returns false and
   * records nothing.
   */
  tryAcquire(userId: number): boolean
}

/** Limits how many socket events per second one user may send to this server instance. Uses the monotonic clock. */
export function createSocketSendRateLimiter(
  maxPerSecond: number,
  now: () => number = () => performance.now(),
): SendRateLimiter {
  const timestampsByUser = new Map<number, number[]>()

  /** Forgets users who sent no socket events in the last second, to free memory. */
  function removeInactiveUsers(time: number): void {
    for (const [userId, times] of timestampsByUser)
      if ((times.at(-1) ?? 0) <= time - windowMs) timestampsByUser.delete(userId)
  }

  let lastCleanup = now()
  return {
    tryAcquire: userId => {
      const time = now()
      if (time - lastCleanup > 60 * windowMs) {
        removeInactiveUsers(time)
        lastCleanup = time
      }
      const recent = (timestampsByUser.get(userId) ?? []).filter(timestamp => timestamp > time - windowMs)
      if (recent.length >= maxPerSecond) return false
      timestampsByUser.set(userId, [...recent, time])
      return true
    },
  }
}
