import { Text } from '@mantine/core'
import decodeQR from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import styles from './Qr.module.css'

/** Often enough to feel immediate, seldom enough for an old phone. */
const pause = 150
/** A code that was not seen for so many looks has gone, and counts anew when it comes back. */
const gone = 20
/** A code that fills half of a picture this wide is read. */
const width = 480

function read(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | undefined {
  if (video.videoWidth === 0) return undefined
  canvas.width = width
  canvas.height = Math.round((width * video.videoHeight) / video.videoWidth)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return undefined
  pen.drawImage(video, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return undefined
  }
}

/** The camera, for as long as it is shown; where there is none, or it may not be used, `refused` says what to do. */
export function QrScanner({ refused, onFound }: { refused: string; onFound: (found: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef(onFound)
  tell.current = onFound
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    let last: string | undefined
    let missed = 0
    const canvas = document.createElement('canvas')
    const timer = setInterval(() => {
      const found = video.current && read(video.current, canvas)
      missed = found ? 0 : missed + 1
      if (missed >= gone) last = undefined
      if (!found || found === last) return
      last = found
      tell.current(found)
    }, pause)
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function begin(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return stop()
      if (!video.current) return
      video.current.srcObject = stream
      await video.current.play()
    }
    begin().catch(() => {
      if (!isOver) setIsRefused(true)
    })
    return () => {
      isOver = true
      clearInterval(timer)
      stop()
    }
  }, [])
  if (isRefused) {
    return (
      <Text size="sm" role="status">
        {refused}
      </Text>
    )
  }
  return <video ref={video} className={styles.video} muted playsInline aria-label="Gambar daripada kamera" />
}
