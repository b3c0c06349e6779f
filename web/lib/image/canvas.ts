// Canvas functions for images that are saved or sent.
export type CanvasContext = CanvasRenderingContext2D

export function createCanvas(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; pen: CanvasContext } {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // JPEG turns transparent pixels black, so the canvas is first filled with white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return { canvas, pen: context }
}

export async function convertCanvasToBlob(
  canvas: HTMLCanvasElement,
  type: string,
  quality?: number,
): Promise<Blob> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('no picture')
  return blob
}

/** CSS font of the user interface, for drawing text on a canvas. */
export const buildCanvasFont = (size: number, weight = 500) =>
  `${weight} ${size}px "Plus Jakarta Sans Variable", "Jakarta Fallback", "Jakarta Fallback Wide", system-ui, sans-serif`

/** Draws a QR code. Each cell is a whole number of pixels wide, so that its edges are sharp. */
export function drawQrCells(
  context: CanvasContext,
  cells: boolean[][],
  left: number,
  top: number,
  width: number,
): void {
  context.fillStyle = '#000'
  for (const [y, row] of cells.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(left + x * width, top + y * width, width, width)
}
