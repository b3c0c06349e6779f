import encodeQR from 'qr'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { convertCanvasToBlob, createCanvas, drawQrCells } from '#web/lib/image/canvas.ts'

/** Width of a QR module in pixels, large enough for bank apps to read the code from a picture. */
const modulePixels = 10

/** Draws a payment QR code as a PNG file and saves it on the device. */
export async function downloadPaymentQrCode(text: string, name: string): Promise<void> {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const side = rows.length * modulePixels
  const { canvas, pen } = createCanvas(side, side)
  drawQrCells(pen, rows, 0, 0, modulePixels)
  saveBlobAsFile(await convertCanvasToBlob(canvas, 'image/png', 1), name)
}
