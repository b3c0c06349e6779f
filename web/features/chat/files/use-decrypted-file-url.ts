import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { fileText as text } from '#texts/chat-files.ts'
import { FileMismatchError } from '#web/lib/e2ee/message/attached-file.ts'
import { loadFileObjectUrl } from './file-object-urls.ts'

export function describeFileDecryptionError(error: unknown): string {
  return error instanceof FileMismatchError ? text.refused : text.gone
}

/** Returns whether an element has come within 400 px of the visible area. */
function useIsNearViewport(): [RefObject<HTMLButtonElement | null>, boolean] {
  const ref = useRef<HTMLButtonElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return [ref, isNear]
}

/** Decrypts a picture when it is about to scroll into view. `isEnabled` is false for unencrypted pictures. */
export function useDecryptedFileUrl(groupId: number, file: AttachedFile, isEnabled: boolean) {
  const [ref, isNear] = useIsNearViewport()
  const [url, setUrl] = useState<string>()
  const [errorText, setErrorText] = useState<string>()
  useEffect(() => {
    if (!isEnabled || !isNear) return
    let isUnmounted = false
    loadFileObjectUrl(groupId, file).then(
      opened => !isUnmounted && setUrl(opened),
      error => !isUnmounted && setErrorText(describeFileDecryptionError(error)),
    )
    return () => {
      isUnmounted = true
    }
  }, [groupId, file, isEnabled, isNear])
  return { ref, url, errorText }
}
