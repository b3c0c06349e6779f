import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { NotWhatWasSent } from '#web/lib/attached-file.ts'
import { fileText as text } from './file.text.ts'
import { openedFile } from './opened-files.ts'

export function troubleOf(error: unknown): string {
  return error instanceof NotWhatWasSent ? text.refused : text.gone
}

/** Once it has come near the screen. */
function useNear(): [RefObject<HTMLButtonElement | null>, boolean] {
  const ref = useRef<HTMLButtonElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const watcher = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [isNear])
  return [ref, isNear]
}

/** A sealed picture, opened when it is about to be seen. `isWanted`: whether it has to be opened at all. */
export function useOpenedFile(groupId: number, file: AttachedFile, isWanted: boolean) {
  const [ref, isNear] = useNear()
  const [url, setUrl] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    if (!isWanted || !isNear) return
    let isGone = false
    openedFile(groupId, file).then(
      opened => !isGone && setUrl(opened),
      error => !isGone && setTrouble(troubleOf(error)),
    )
    return () => {
      isGone = true
    }
  }, [groupId, file, isWanted, isNear])
  return { ref, url, trouble }
}
