import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '#shared/contracts/files/files.schemas.ts'
import { type FileKind, fileSizeLimits } from '#shared/file-kinds.ts'
import { filesText as text } from '#texts/form-files.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { shrinkImage, uploadFile } from '#web/lib/http/upload.ts'

export interface UploadItem {
  key: string
  name: string
  /** Part of the file that has been uploaded so far, from 0 to 1. */
  progress: number
  stored?: Attachment
  error?: string
  file?: File
}

/**
 * Largest side of an uploaded image in pixels. The server scales to 1600 pixels, so more would only cost upload time.
 */
const longestSide = 1600

/** Stored files and running uploads of a form. Files are sent one by one, as parallel uploads share a slow network. */
export function useFormFileUploads(kind: FileKind, initial: Attachment[], maxFiles: number) {
  const [items, setItems] = useState<UploadItem[]>(() =>
    initial.map(stored => ({ key: stored.id, name: stored.name, progress: 1, stored })),
  )
  const [problem, setProblem] = useState<string>()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())
  // Closing the dialog aborts running file uploads.
  useEffect(() => {
    const controllers = aborts.current
    return () => {
      for (const abort of controllers.values()) abort.abort()
    }
  }, [])

  const changeUpload = (key: string, update: Partial<UploadItem>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...update } : item)))

  async function sendFile({ key, name, file }: UploadItem, signal: AbortSignal): Promise<void> {
    if (!file || signal.aborted) return
    try {
      const upload = kind.endsWith('_image') ? await shrinkImage(file, longestSide) : file
      if (upload.size > fileSizeLimits[kind]) throw new RangeError(text.tooLarge)
      const onProgress = (progress: number) => changeUpload(key, { progress })
      changeUpload(key, { stored: await uploadFile(kind, upload, name, { onProgress, signal }), progress: 1 })
    } catch (error) {
      if (signal.aborted) return
      const message =
        error instanceof RangeError
          ? error.message
          : getErrorMessageForUser(error as Error, text.uploadFailed)
      changeUpload(key, { error: message })
    }
  }

  function startUpload(item: UploadItem): void {
    const abort = new AbortController()
    aborts.current.set(item.key, abort)
    queue.current = queue.current.then(() => sendFile(item, abort.signal))
  }

  return {
    items,
    problem,
    isSending: items.some(item => !item.stored && !item.error),
    hasFailed: items.some(item => item.error),
    ids: items.flatMap(item => item.stored?.id ?? []),
    add(files: File[]): void {
      const room = maxFiles - items.length
      setProblem(files.length > room ? text.tooMany({ maximum: maxFiles }) : undefined)
      const added = files
        .slice(0, room)
        .map(file => ({ key: crypto.randomUUID(), name: file.name, progress: 0, file }))
      setItems(before => [...before, ...added])
      added.forEach(startUpload)
    },
    retry(item: UploadItem): void {
      changeUpload(item.key, { error: undefined, progress: 0 })
      startUpload(item)
    },
    remove(key: string): void {
      aborts.current.get(key)?.abort()
      setProblem(undefined)
      setItems(before => before.filter(item => item.key !== key))
    },
  }
}
