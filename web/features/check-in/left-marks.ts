import { marksPlace } from '#web/lib/marks-place.ts'

/** Sent whenever the program is opened, whichever screen that is; the rest of it is fetched only then. */
export async function sendLeftMarks(owner: number): Promise<void> {
  if (!Object.keys(localStorage).some(name => name.startsWith(marksPlace))) return
  const { openMarks } = await import('./marks.ts')
  openMarks(owner)
}
