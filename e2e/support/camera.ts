// A simulated camera: Chromium reads its frames from a file each time the camera is opened.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQR from 'qr'

const width = 640
const height = 480
const file = join(tmpdir(), `perantau-camera-${process.pid}.y4m`)

export const cameraArgs = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]

/** Makes the simulated camera show a QR code of the given text on white, or a white picture when there is no text. */
export function showQrCodeToCamera(text?: string): void {
  const luminance = Buffer.alloc(width * height, 235)
  const rows = text === undefined ? [] : encodeQR(text, 'raw', { border: 3 })
  const moduleSize = Math.floor(height / Math.max(1, rows.length))
  const offset = Math.floor((width - moduleSize * rows.length) / 2)
  for (const [y, cells] of rows.entries())
    for (const [x, isDark] of cells.entries())
      if (isDark)
        for (let pixelRow = 0; pixelRow < moduleSize; pixelRow++) {
          const start = (y * moduleSize + pixelRow) * width + offset + x * moduleSize
          luminance.fill(16, start, start + moduleSize)
        }
  // Both colour planes of the video frame have the neutral value, so the picture has no colour.
  const chrominance = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luminance, chrominance])
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame]),
  )
}
