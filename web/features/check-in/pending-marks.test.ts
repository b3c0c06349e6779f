import { afterEach, expect, test, vi } from 'vitest'
import { deletePendingCheckIns, pendingCheckInsKeyPrefix } from '#web/lib/offline/pending-check-ins.ts'
import { loadAndSendStoredAttendanceMarks, queueAttendanceMark } from './pending-marks.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Fake Storage that, as in browsers, has its stored keys as properties. */
function createStorage(): Storage {
  return Object.create({
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name]
    },
  })
}

test('an attendance mark that is still being sent when the user signs out is not stored on the device again', async () => {
  vi.useFakeTimers()
  const storage = createStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {} })
  let failRequest = (_error: Error) => {}
  const fetchMock = vi.fn(() => new Promise<Response>((_, reject) => (failRequest = reject)))
  vi.stubGlobal('fetch', fetchMock)
  loadAndSendStoredAttendanceMarks(7)
  const guest = { id: 1, fullName: 'Aminah', clubName: null, profileImageUrl: null }
  const mark = { id: crypto.randomUUID(), at: new Date().toISOString(), isPresent: true, userId: 1 }
  queueAttendanceMark({ activityId: 1, guest, mark })
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled())
  expect(Object.keys(storage)).toEqual([`${pendingCheckInsKeyPrefix}7`])
  // After sign-out the page unloads and its requests fail.
  deletePendingCheckIns()
  failRequest(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(Object.keys(storage)).toEqual([])
  expect(fetchMock).toHaveBeenCalledTimes(1)
})
