import { blobOf, openCanvas } from './canvas.ts'

/** A picture as it is sent: drawn anew, so that nothing goes along that the camera noted about place and person. */
export interface DrawnPicture {
  blob: Blob
  width: number
  height: number
  /** Some hundred bytes, to show what is coming. */
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

/** Throws when this browser cannot open it. */
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
