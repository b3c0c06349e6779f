// Files of messages as this page can show them: fetched, in encrypted groups opened, and kept while the page is.
import { openFile } from '#shared/contracts/files.endpoints.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { addressOf } from '#web/lib/api.ts'
import { nameOfFile, readFile } from '#web/lib/attached-file.ts'
import { saveFrom } from '#web/lib/download.ts'

/** So many are kept; what was shown longest ago is fetched again when it is wanted. */
const mostKept = 80
const kept = new Map<string, Promise<string>>()

export function addressOfFile({ id }: AttachedFile, size?: 'thumbnail'): string {
  return addressOf(openFile, { params: { id }, query: size ? { size } : {} })
}

const load = (groupId: number, file: AttachedFile) => readFile(addressOfFile(file), groupId, file)

async function forget(id: string): Promise<void> {
  const url = kept.get(id)
  kept.delete(id)
  if (url) URL.revokeObjectURL(await url)
}

/** An address within this page. */
export function openedFile(groupId: number, file: AttachedFile): Promise<string> {
  const known = kept.get(file.id)
  if (known) return known
  const opening = load(groupId, file).then(blob => URL.createObjectURL(blob))
  kept.set(file.id, opening)
  opening.catch(() => kept.delete(file.id))
  for (const id of [...kept.keys()].slice(0, -mostKept)) forget(id).catch(() => {})
  return opening
}

export async function saveOpened(groupId: number, file: AttachedFile): Promise<void> {
  saveFrom(await openedFile(groupId, file), nameOfFile(file))
}
