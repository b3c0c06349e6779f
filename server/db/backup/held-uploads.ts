// Files as they are at one moment, by a second name for each: what is deleted while a backup is written stays for it.
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface HeldUploads {
  /** Takes hold of those of these that are there and were not held before. */
  hold(paths: string[]): Promise<void>
  has(path: string): boolean
  pathOf(path: string): string
  release(): Promise<void>
}

const day = 86_400_000

/** One that is gone by now is nobody's any more. A disk without second names makes copies. */
async function takeHold(from: string, to: string): Promise<boolean> {
  const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to).catch(error => (isGone(error) ? Promise.reject(error) : copyFile(from, to)))
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** What a backup that was killed left behind. */
async function clearAway(uploadsDir: string): Promise<void> {
  const parent = dirname(uploadsDir)
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(`${basename(uploadsDir)}.held-`)) continue
    const found = await stat(join(parent, name)).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - day)
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

export async function holdUploads(uploadsDir: string): Promise<HeldUploads> {
  await clearAway(uploadsDir)
  await mkdir(dirname(uploadsDir), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(`${uploadsDir}.held-`)
  const held = new Set<string>()
  return {
    hold: async paths => {
      for (const path of paths) {
        if (!held.has(path) && (await takeHold(join(uploadsDir, path), join(folder, path)))) held.add(path)
      }
    },
    has: path => held.has(path),
    pathOf: path => join(folder, path),
    release: () => rm(folder, { recursive: true, force: true }),
  }
}
