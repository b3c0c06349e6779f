// Creates a snapshot of uploaded files by hard links.
// A snapshot keeps an uploaded file available to the backup when the file is deleted meanwhile.
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface UploadSnapshot {
  /** Adds uploaded files to the snapshot of the backup. Missing files and files added before are skipped. */
  add(paths: string[]): Promise<void>
  has(path: string): boolean
  getPath(path: string): string
  release(): Promise<void>
}

const day = 86_400_000

/**
 * Hard-links an uploaded file, or copies it on file systems without hard links. Returns false when the file is gone.
 */
async function linkOrCopyFile(from: string, to: string): Promise<boolean> {
  const isFileMissingError = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to).catch(error =>
      isFileMissingError(error) ? Promise.reject(error) : copyFile(from, to),
    )
    return true
  } catch (error) {
    if (isFileMissingError(error)) return false
    throw error
  }
}

/** Deletes the snapshots of uploaded files that killed backups left behind more than a day ago. */
async function deleteStaleSnapshots(uploadsDir: string): Promise<void> {
  const parent = dirname(uploadsDir)
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(`${basename(uploadsDir)}.held-`)) continue
    const folderStat = await stat(join(parent, name)).catch(() => undefined)
    if (folderStat && folderStat.mtimeMs < Date.now() - day)
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

export async function createSnapshotOfUploadedFiles(uploadsDir: string): Promise<UploadSnapshot> {
  await deleteStaleSnapshots(uploadsDir)
  await mkdir(dirname(uploadsDir), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(`${uploadsDir}.held-`)
  const snapshotPaths = new Set<string>()
  return {
    add: async paths => {
      for (const path of paths) {
        if (!snapshotPaths.has(path) && (await linkOrCopyFile(join(uploadsDir, path), join(folder, path))))
          snapshotPaths.add(path)
      }
    },
    has: path => snapshotPaths.has(path),
    getPath: path => join(folder, path),
    release: () => rm(folder, { recursive: true, force: true }),
  }
}
