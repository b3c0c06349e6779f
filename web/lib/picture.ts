/** A picture as it is sent: drawn anew, so that nothing goes along that the camera noted about place and person. */
export interface DrawnPicture {
  blob: Blob
  width: number
  height: number
  /** Some hundred bytes, to show what is coming. */
  preview: string
}

function draw(picture: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  // What was transparent would turn black.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Throws when this browser cannot open it. */
export async function drawPicture(file: Blob, longest: number): Promise<DrawnPicture> {
  const picture = await createImageBitmap(file)
  try {
    const canvas = draw(picture, longest)
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', 0.85))
    if (!blob) throw new Error('no picture')
    const preview = draw(picture, 16).toDataURL('image/jpeg', 0.4)
    return { blob, width: canvas.width, height: canvas.height, preview }
  } finally {
    picture.close()
  }
}
