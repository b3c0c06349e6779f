import { Text } from '@mantine/core'
import decodeQR from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import { scannerText } from '#texts/form-fields.ts'
import styles from './Qr.module.css'

/** Interval between scans for a QR code, in milliseconds. Shorter intervals overload old phones. */
const scanInterval = 150
/** Number of scans without any QR code after which the last code is reported again if it reappears. */
const missesUntilForgotten = 20
/** Width in pixels to which the camera image is scaled, enough for a QR code that fills half the width. */
const scanWidth = 480

function scanFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | undefined {
  if (video.videoWidth === 0) return undefined
  canvas.width = scanWidth
  canvas.height = Math.round((scanWidth * video.videoHeight) / video.videoWidth)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return undefined
  }
}

/** Scans QR codes with the camera. `refused` is shown if there is no camera or the user does not permit its use. */
export function QrScanner({ refused, onFound }: { refused: string; onFound: (found: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const onFoundRef = useRef(onFound)
  onFoundRef.current = onFound
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let isUnmounted = false
    let last: string | undefined
    let missed = 0
    const canvas = document.createElement('canvas')
    const timer = setInterval(() => {
      const found = video.current && scanFrame(video.current, canvas)
      missed = found ? 0 : missed + 1
      if (missed >= missesUntilForgotten) last = undefined
      if (!found || found === last) return
      last = found
      onFoundRef.current(found)
    }, scanInterval)
    const stopCamera = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function startCamera(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isUnmounted) return stopCamera()
      if (!video.current) return
      video.current.srcObject = stream
      await video.current.play()
    }
    startCamera().catch(() => {
      if (!isUnmounted) setIsRefused(true)
    })
    return () => {
      isUnmounted = true
      clearInterval(timer)
      stopCamera()
    }
  }, [])
  if (isRefused) {
    return (
      <Text size="sm" role="status">
        {refused}
      </Text>
    )
  }
  return <video ref={video} className={styles.video} muted playsInline aria-label={scannerText.camera} />
}
