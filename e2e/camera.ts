// A camera that sees what a test shows it: Chromium reads its pictures from a file, anew each time it is opened.
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

/** From now on a camera that is opened sees this code on white; without one, nothing but white. */
export function showToCamera(text?: string): void {
  const light = Buffer.alloc(width * height, 235)
  const rows = text === undefined ? [] : encodeQR(text, 'raw', { border: 3 })
  const point = Math.floor(height / Math.max(1, rows.length))
  const left = Math.floor((width - point * rows.length) / 2)
  for (const [y, cells] of rows.entries())
    for (const [x, isDark] of cells.entries())
      if (isDark)
        for (let line = 0; line < point; line++) {
          const start = (y * point + line) * width + left + x * point
          light.fill(16, start, start + point)
        }
  // Without colour: both planes of it in the middle.
  const colour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame]),
  )
}
