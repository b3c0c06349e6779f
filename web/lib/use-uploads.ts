import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '#shared/contracts/files.ts'
import { type FileKind, fileSizeLimits } from '#shared/file-kinds.ts'
import { failureText } from './api.ts'
import { filesText as text } from './files.text.ts'
import { shrinkImage, uploadFile } from './upload.ts'

export interface UploadItem {
  key: string
  name: string
  /** How much of it has travelled, from 0 to 1. */
  progress: number
  stored?: Attachment
  error?: string
  file?: File
}

/** Images are drawn anew at 1600 by the server; sending more would only take time. */
const longestSide = 1600

/** Files that are there and files on their way, one after the other: on a bad network two at once are both slow. */
export function useUploads(kind: FileKind, initial: Attachment[], most: number) {
  const [items, setItems] = useState<UploadItem[]>(() =>
    initial.map(stored => ({ key: stored.id, name: stored.name, progress: 1, stored })),
  )
  const [problem, setProblem] = useState<string>()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())
  // Whatever is still on its way when the dialog closes has nowhere to go.
  useEffect(() => {
    const all = aborts.current
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [])

  const change = (key: string, update: Partial<UploadItem>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...update } : item)))

  async function send({ key, name, file }: UploadItem, signal: AbortSignal): Promise<void> {
    if (!file || signal.aborted) return
    try {
      const small = kind.endsWith('_image') ? await shrinkImage(file, longestSide) : file
      if (small.size > fileSizeLimits[kind]) throw new RangeError(text.tooLarge)
      const onProgress = (progress: number) => change(key, { progress })
      change(key, { stored: await uploadFile(kind, small, name, { onProgress, signal }), progress: 1 })
    } catch (error) {
      if (signal.aborted) return
      const words =
        error instanceof RangeError ? error.message : failureText(error as Error, text.uploadFailed)
      change(key, { error: words })
    }
  }

  function start(item: UploadItem): void {
    const abort = new AbortController()
    aborts.current.set(item.key, abort)
    line.current = line.current.then(() => send(item, abort.signal))
  }

  return {
    items,
    problem,
    isSending: items.some(item => !item.stored && !item.error),
    hasFailed: items.some(item => item.error),
    ids: items.flatMap(item => item.stored?.id ?? []),
    add(files: File[]): void {
      const room = most - items.length
      setProblem(files.length > room ? text.tooMany(most) : undefined)
      const added = files
        .slice(0, room)
        .map(file => ({ key: crypto.randomUUID(), name: file.name, progress: 0, file }))
      setItems(before => [...before, ...added])
      added.forEach(start)
    },
    retry(item: UploadItem): void {
      change(item.key, { error: undefined, progress: 0 })
      start(item)
    },
    remove(key: string): void {
      aborts.current.get(key)?.abort()
      setProblem(undefined)
      setItems(before => before.filter(item => item.key !== key))
    },
  }
}
