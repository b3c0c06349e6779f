import { blobOf, openCanvas } from './canvas.ts'

/** Image to be sent, redrawn on a canvas, which removes metadata such as the camera's location and owner. */
export interface DrawnPicture {
  blob: Blob
  width: number
  height: number
  /** Data URL of a few hundred bytes, shown while the image loads. */
  preview: string
}

export function drawSmall(picture: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const { canvas, pen } = openCanvas(width, height)
  pen.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** Redraws an image at most `longest` pixels wide and high. Throws when the browser cannot decode the file. */
export async function drawPicture(file: Blob, longest: number): Promise<DrawnPicture> {
  const picture = await createImageBitmap(file)
  try {
    const canvas = drawSmall(picture, longest)
    const blob = await blobOf(canvas, 'image/jpeg', 0.85)
    const preview = drawSmall(picture, 16).toDataURL('image/jpeg', 0.4)
    return { blob, width: canvas.width, height: canvas.height, preview }
  } finally {
    picture.close()
  }
}
