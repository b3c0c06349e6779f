import { useEffect, useRef, useState } from 'react'
import styles from './Files.module.css'
import { fileText as text } from './file.text.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Files that are dragged over the conversation can be dropped anywhere on it. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  const drop = useRef(onFiles)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    drop.current = onFiles
  })
  useEffect(() => {
    const area = mark.current?.closest('section')
    if (!area) return
    const stop = new AbortController()
    const { signal } = stop
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    area.addEventListener('dragover', over, { signal })
    area.addEventListener(
      'dragleave',
      event => !area.contains(event.relatedTarget as Node | null) && setOver(false),
      { signal },
    )
    area.addEventListener(
      'drop',
      event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        drop.current([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => stop.abort()
  }, [])
  return (
    <span ref={mark}>
      {isOver && (
        <span className={styles.dropHint} role="status">
          {text.drop}
        </span>
      )}
    </span>
  )
}
