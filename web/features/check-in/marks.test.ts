import { afterEach, expect, test, vi } from 'vitest'
import { forgetMarks, marksPlace } from '#web/lib/marks-place.ts'
import { addMark, openMarks } from './marks.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** As a browser has it: what is kept are its own names. */
function shelf(): Storage {
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

test('what was being sent when somebody signed out is not put back on the device', async () => {
  vi.useFakeTimers()
  const kept = shelf()
  vi.stubGlobal('localStorage', kept)
  vi.stubGlobal('window', { addEventListener: () => {} })
  let fail = (_error: Error) => {}
  const asked = vi.fn(() => new Promise<Response>((_, reject) => (fail = reject)))
  vi.stubGlobal('fetch', asked)
  openMarks(7)
  const guest = { id: 1, fullName: 'Aminah', clubName: null, profileImageUrl: null }
  const mark = { id: crypto.randomUUID(), at: new Date().toISOString(), isPresent: true, userId: 1 }
  addMark({ activityId: 1, guest, mark })
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(Object.keys(kept)).toEqual([`${marksPlace}7`])
  // After which the page goes and takes its calls along.
  forgetMarks()
  fail(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(Object.keys(kept)).toEqual([])
  expect(asked).toHaveBeenCalledTimes(1)
})
