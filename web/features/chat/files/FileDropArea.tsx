import { Center } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { fileText as text } from '#texts/chat-files.ts'
import styles from './Files.module.css'

const containsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Area that accepts files dropped anywhere on the conversation. */
export function FileDropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const marker = useRef<HTMLSpanElement>(null)
  const onFilesRef = useRef(onFiles)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    onFilesRef.current = onFiles
  })
  useEffect(() => {
    const area = marker.current?.closest('section')
    if (!area) return
    const controller = new AbortController()
    const { signal } = controller
    const handleDragOver = (event: DragEvent) => {
      if (!containsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    area.addEventListener('dragover', handleDragOver, { signal })
    area.addEventListener(
      'dragleave',
      event => !area.contains(event.relatedTarget as Node | null) && setOver(false),
      { signal },
    )
    area.addEventListener(
      'drop',
      event => {
        if (!containsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFilesRef.current([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => controller.abort()
  }, [])
  return (
    <span ref={marker}>
      {isOver && (
        <Center
          component="span"
          pos="absolute"
          bd="2px dashed var(--kite)"
          bdrs={16}
          fw={600}
          c="var(--tint-text)"
          bg="var(--tint)"
          style={{ zIndex: 3 }}
          className={styles.dropHint}
          role="status"
        >
          {text.drop}
        </Center>
      )}
    </span>
  )
}
