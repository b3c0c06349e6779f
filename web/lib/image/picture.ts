import { convertCanvasToBlob, createCanvas } from './canvas.ts'

/** Image that will be uploaded. Redrawing it on a canvas removes metadata such as location and camera. */
export interface ResizedPicture {
  blob: Blob
  width: number
  height: number
  /** Small placeholder image as data URL of a few hundred bytes, shown while the image loads. */
  preview: string
}

export function drawScaledImage(picture: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const { canvas, pen } = createCanvas(width, height)
  pen.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** Scales an image to at most `longest` pixels per side. Throws if the browser cannot decode the file. */
export async function resizeImageAndCreatePreview(file: Blob, longest: number): Promise<ResizedPicture> {
  const picture = await createImageBitmap(file)
  try {
    const canvas = drawScaledImage(picture, longest)
    const blob = await convertCanvasToBlob(canvas, 'image/jpeg', 0.85)
    const preview = drawScaledImage(picture, 16).toDataURL('image/jpeg', 0.4)
    return { blob, width: canvas.width, height: canvas.height, preview }
  } finally {
    picture.close()
  }
}
