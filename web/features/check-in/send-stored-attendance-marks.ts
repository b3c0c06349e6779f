import { pendingCheckInsKeyPrefix } from '#web/lib/offline/pending-check-ins.ts'

/** Sends stored attendance marks whenever the app is opened. The code for sending is loaded only if any exist. */
export async function sendStoredAttendanceMarks(owner: number): Promise<void> {
  if (!Object.keys(localStorage).some(name => name.startsWith(pendingCheckInsKeyPrefix))) return
  const { loadAndSendStoredAttendanceMarks: openMarks } = await import('./pending-marks.ts')
  openMarks(owner)
}
